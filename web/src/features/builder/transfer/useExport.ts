import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { isOld } from '~/lib/product/checked'
import { useProductName } from '~/ui/ProductName'
import { useBuildName } from '../shared/BuildName'
import type { BuildLine } from '../shared/buildLines'
import { exportBuild, exportColumns, type ExportedFile, type ExportFormat } from './exportBuild'

/** Returns a function that exports the current build, in the reader's language. */
export function useExport(lines: BuildLine[]): (format: ExportFormat) => ExportedFile {
  const { t, format: formatted } = useText()
  const productName = useProductName()
  const build = useBuild((state) => state.currentBuild)
  const buildName = useBuildName()
  return (format) =>
    exportBuild(build, lines, format, {
      label: (category) => t(`category.${category}.one`),
      total: t('build.total'),
      buildName,
      currency: t('money.kwd'),
      columns: exportColumns.map((column) => t(`exportColumn.${column}`)),
      name: productName,
      checked: (at) => t(isOld(at) ? 'card.checkedLongAgo' : 'card.checked', { ago: formatted.ago(at) }),
      link: (id) => addressToShare(`/product/${id}`),
    })
}
