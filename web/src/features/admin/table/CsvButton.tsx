import { useText } from '~/i18n/useText'
import { csvText } from '~/lib/csv'
import { saveFile } from '~/lib/saveFile'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { MESSAGE_TIME } from '../shared/messageTime'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Line of a CSV file: the values by column. */
export type CsvRow = Record<string, string | number | boolean | null>

/** Loads the rows of a page (from 1), with the number of all rows. */
type LoadPage = (page: number, limit: number) => Promise<{ rows: CsvRow[]; total: number }>

const PAGE_SIZE = 100
/** Maximum number of exported rows; longer tables are cut. A browser holds a spreadsheet of this size easily. */
const MAX_ROWS = 20_000

/** Saves the whole table as a CSV file, whatever page is shown. */
export function CsvButton({ name, load }: { name: string; load: LoadPage }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const save = useSubmit({
    mutationFn: async () => {
      const rows = await loadAll(load)
      const columns = Object.keys(rows[0] ?? {})
      const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
      saveFile({ name: `${name}.csv`, type: 'text/csv;charset=utf-8', text: csvText([columns, ...lines]) })
    },
    onError: (error) => showToast(errorText(error, t('admin.csvFailed')), MESSAGE_TIME),
  })
  return (
    <Button icon="export" disabled={save.isPending} onClick={() => save.mutate()}>
      {t('admin.csv')}
    </Button>
  )
}

async function loadAll(load: LoadPage): Promise<CsvRow[]> {
  const all: CsvRow[] = []
  for (let page = 1; all.length < MAX_ROWS; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- only the response tells which page is the last
    const { rows, total } = await load(page, PAGE_SIZE)
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) break
  }
  return all
}
