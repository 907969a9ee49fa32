import { IconDownload } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import type { SayingRoute } from '@wheelhouse/contract/route.ts'
import type { Column } from '../ui/data-table/columns.ts'
import { arrange } from '../ui/data-table/layout.ts'
import type { TableLayout } from '../ui/data-table/layout.ts'
import type { ExportChoice, ExportState } from '../ui/list-parts/export-dialog.tsx'
import { Button } from '../ui/base/button.tsx'
import { lazyDialog } from '../ui/base/lazy.tsx'
import { failureText } from '../shell/messages.ts'
import { exportRows, fileNameOf, openFile } from './export.ts'
import { t } from '../i18n/i18n.ts'
import { useUser } from '../stores/user-store.ts'

const ExportDialog = lazyDialog(() =>
  import('../ui/list-parts/export-dialog.tsx').then((module) => module.ExportDialog),
)

const exportHash = 'export'

interface ListExportProps {
  route: SayingRoute
  params?: Record<string, unknown>
  /** The filter and order of now, without paging. */
  query: Record<string, unknown>
  /** The names of the columns that are shown (`shownNames`); without them there is no choice. */
  shown?: readonly string[]
  title: string
  count: string
  /** The palette opens it by the address of the list with `#export`. */
  isLinked?: boolean
}

/** The names in the file of the columns shown, in their order. */
export function shownNames<Row extends object>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  known: readonly string[],
): string[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const names = arrange(columns, layout)
    .filter((column) => column.isVisible)
    .flatMap(({ id }) => byId.get(id)?.exports ?? [id])
  return [...new Set(names)].filter((name) => known.includes(name))
}

/** The button of a list's header and its dialog: all rows of the filter, as CSV or as a workbook. */
export function ListExport({ route, params, query, shown, title, count, isLinked = false }: ListExportProps) {
  const [isChosen, setOpen] = useState(false)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const isOpenByLink = isLinked && hash === exportHash
  const isOpen = isChosen || isOpenByLink
  const close = () => {
    setOpen(false)
    if (isOpenByLink) void navigate({ to: '.', search: true, hash: '', replace: true })
  }
  const [progress, setProgress] = useState<ExportState>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  const all = route.csv ?? []
  const start = async ({ columns: which, format }: ExportChoice) => {
    const asked = format === 'xlsx' ? sheetOf({ ...route, csv: all }) : route
    const fileName = fileNameOf(asked, Date.now(), useUser.getState().userPreferences.timezone)
    const file = await openFile(fileName)
    if (file === null) return
    const mine = new AbortController()
    running.current = mine
    let rows: number | null = 0
    const onProgress = (soFar: number, total: number | null) => {
      rows = soFar
      setProgress({ state: 'running', rows, total })
    }
    onProgress(0, null)
    try {
      rows = await exportRows(
        asked,
        { params, query, columns: (which === 'visible' ? shown : undefined) ?? all },
        file,
        {
          signal: mine.signal,
          onProgress,
        },
      )
      setProgress({ state: 'done', rows, fileName })
    } catch (error) {
      const message = `${failureText(route.says.failed, error)}.`
      setProgress(mine.signal.aborted ? { state: 'idle' } : { state: 'failed', rows: rows ?? 0, message })
    }
  }
  return (
    <>
      <Button leftSection={<IconDownload size={15} />} onClick={() => (setProgress({ state: 'idle' }), setOpen(true))}>
        {t('Export')}
      </Button>
      <ExportDialog
        opened={isOpen}
        title={title}
        count={count}
        visible={shown?.length}
        all={all.length}
        progress={progress}
        onStart={(choice) => void start(choice)}
        onCancel={() => running.current?.abort()}
        onClose={close}
      />
    </>
  )
}
