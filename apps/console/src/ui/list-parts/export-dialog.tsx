import { Button, Modal, Radio } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './export-dialog.module.css'
import { number, t } from '../base/translate.ts'

export interface ExportChoice {
  columns: 'visible' | 'all'
  format: 'csv' | 'xlsx'
}

export type ExportState =
  | { state: 'idle' }
  | { state: 'running'; rows: number; total: number | null }
  /** `rows` is null where nobody counted them. */
  | { state: 'done'; rows: number | null; fileName: string }
  | { state: 'failed'; rows: number; message: string }

type ExportDialogProps = {
  opened: boolean
  /** "Export locations". */
  title: string
  /** "428", "10,000+". */
  count: string
  /** Without it all columns are taken. */
  visible: number | undefined
  all: number
  progress: ExportState
  onStart: (choice: ExportChoice) => void
  /** Stops what runs; the file is not kept. */
  onCancel: () => void
  onClose: () => void
}

/** All rows of the filter, as many columns as wanted, with what has come so far. While it runs only Cancel ends it. */
export function ExportDialog(props: ExportDialogProps) {
  const isRunning = props.progress.state === 'running'
  return (
    <Modal
      opened={props.opened}
      onClose={isRunning ? () => undefined : props.onClose}
      size={400}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': props.title } }}
    >
      {props.opened && <Content {...props} />}
    </Modal>
  )
}

function Content({ title, count, visible, all, progress, onStart, onCancel, onClose }: ExportDialogProps) {
  const [columns, setColumns] = useState<ExportChoice['columns']>(visible === undefined ? 'all' : 'visible')
  const [format, setFormat] = useState<ExportChoice['format']>('csv')
  const isRunning = progress.state === 'running'
  return (
    <div className={classes.dialog}>
      <h2>
        <IconDownload size={17} aria-hidden />
        {title}
      </h2>
      <p>
        {count === '1'
          ? t('Exports the 1 row that matches. Times are in UTC.')
          : t('Exports the {{count}} rows that match. Times are in UTC.', { count })}
      </p>
      {visible !== undefined && (
        <Radio.Group label={t('Columns')} value={columns} onChange={setColumns}>
          <div className={classes.choices}>
            <Radio
              size="xs"
              value="visible"
              disabled={isRunning}
              label={t('Visible columns ({{count}})', { count: number(visible) })}
            />
            <Radio
              size="xs"
              value="all"
              disabled={isRunning}
              label={t('All columns ({{count}})', { count: number(all) })}
            />
          </div>
        </Radio.Group>
      )}
      <Radio.Group label={t('Format')} value={format} onChange={setFormat}>
        <div className={classes.choices}>
          <Radio size="xs" value="csv" disabled={isRunning} label={t('CSV')} />
          <Radio size="xs" value="xlsx" disabled={isRunning} label={t('Excel (XLSX)')} />
        </div>
      </Radio.Group>
      <div role="status">
        <Progress progress={progress} />
      </div>
      <div className={classes.verbs}>
        {isRunning ? (
          <Button onClick={onCancel}>{t('Cancel')}</Button>
        ) : (
          <Button onClick={onClose}>{progress.state === 'done' ? t('Close') : t('Cancel')}</Button>
        )}
        {progress.state !== 'done' && (
          <Button variant="filled" data-autofocus loading={isRunning} onClick={() => onStart({ columns, format })}>
            {progress.state === 'failed' ? t('Try again') : t('Export')}
          </Button>
        )}
      </div>
    </div>
  )
}

function rowsLabel({ rows, total }: { rows: number; total: number | null }): string {
  if (total !== null) return t('{{rows}} of {{total}} rows', { rows: number(rows), total: number(total) })
  return rows === 0 ? t('Writing the file') : t('{{rows}} rows', { rows: number(rows) })
}

function Progress({ progress }: { progress: ExportState }) {
  if (progress.state === 'idle') return null
  const rows = number(progress.rows ?? 0)
  if (progress.state === 'done')
    return (
      <p className={classes.done}>
        <IconCircleCheck size={15} aria-hidden />
        <span>
          {progress.rows === null
            ? progress.fileName
            : t('{{rows}} rows in {{file}}', { rows, file: progress.fileName })}
        </span>
      </p>
    )
  if (progress.state === 'failed')
    return (
      <p className={classes.failed}>
        <IconAlertCircle size={15} aria-hidden />
        <span>
          {progress.message} {t('Stopped after {{rows}} rows; no file was saved.', { rows })}
        </span>
      </p>
    )
  const share = progress.total === null || progress.total === 0 ? null : Math.min(1, progress.rows / progress.total)
  return (
    <div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('Export')}
        aria-valuemin={0}
        aria-valuemax={progress.total ?? undefined}
        aria-valuenow={progress.total === null ? undefined : progress.rows}
        data-unknown={share === null || undefined}
      >
        <span style={{ width: `${(share ?? 0.3) * 100}%` }} />
      </div>
      <p className={classes.rows}>{rowsLabel(progress)}</p>
    </div>
  )
}
