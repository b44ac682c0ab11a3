import { useMutation } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { csvText } from '~/lib/csv'
import { saveFile } from '~/lib/saveFile'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { messageTime } from './messageTime'
import { useProblem } from './useProblem'

/** A line of a file: its values by their columns. */
export type CsvRow = Record<string, string | number | boolean | null>

/** The rows of a page, and how many there are on all. */
type LoadPage = (page: number, limit: number) => Promise<{ rows: CsvRow[]; total: number }>

const pageSize = 100
/** Longer tables are cut: a spreadsheet of so many lines is what a browser holds with ease. */
const maxRows = 20_000

/** Saves the whole of a table as a file, whatever page is shown. */
export function CsvButton({ name, load }: { name: string; load: LoadPage }) {
  const { t } = useText()
  const problem = useProblem()
  const say = useToasts((state) => state.say)
  const save = useMutation({
    mutationFn: async () => {
      const rows = await loadAll(load)
      const columns = Object.keys(rows[0] ?? {})
      const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
      saveFile({ name: `${name}.csv`, type: 'text/csv;charset=utf-8', text: csvText([columns, ...lines]) })
    },
    onError: (error) => say(problem(error, t('admin.csvFailed')), messageTime),
  })
  return (
    <Button icon="export" disabled={save.isPending} onClick={() => save.mutate()}>
      {t('admin.csv')}
    </Button>
  )
}

async function loadAll(load: LoadPage): Promise<CsvRow[]> {
  const all: CsvRow[] = []
  for (let page = 1; all.length < maxRows; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the last page is known once it has come
    const { rows, total } = await load(page, pageSize)
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) break
  }
  return all
}
