import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconCheck, IconCopy, IconDownload, IconTable } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../base/translate.ts'
import { csvOf } from './chart-data.ts'
import type { ChartTable } from './chart-data.ts'

const icon = { size: 16, 'aria-hidden': true } as const

interface ChartToolsProps {
  title: string
  table: ChartTable
  isTable: boolean
  onTable: (isTable: boolean) => void
}

/** The picture becomes its figures, which one copies or keeps as a file. */
export function ChartTools({ title, table, isTable, onTable }: ChartToolsProps) {
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <>
      {isTable && (
        <>
          {'clipboard' in navigator && <CopyCsv title={title} table={table} />}
          <ActionIcon
            variant="subtle"
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(byteOrderMark + csvOf(table))}`}
            download={`${fileName(title)}.csv`}
            aria-label={t('Download {{title}} as CSV', { title })}
            data-tip={t('Download as CSV')}
          >
            <IconDownload {...icon} />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        aria-pressed={isTable}
        aria-label={t('Show {{title}} as a table', { title })}
        data-tip={isTable ? t('Show the chart') : t('Show the table')}
        onClick={() => onTable(!isTable)}
      >
        <Icon {...icon} />
      </ActionIcon>
    </>
  )
}

/** Without it a spreadsheet reads the file in the characters of its country. */
const byteOrderMark = '\u{FEFF}'

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

function CopyCsv({ title, table }: { title: string; table: ChartTable }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? IconCheck : IconCopy
  const copy = () =>
    void navigator.clipboard.writeText(csvOf(table)).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={t('Copy {{title}} as CSV', { title })}
        data-tip={isCopied ? t('Copied') : t('Copy as CSV')}
        onClick={copy}
      >
        <Icon {...icon} />
      </ActionIcon>
      <span className="visually-hidden" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
    </>
  )
}
