import { Button, NumberInput, Radio } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { qrSheetSizes } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { QrSheetSize } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { usePrintLabels } from './label-sheet.ts'
import classes from './qr-sheets.module.css'

interface PrintLabelsDialogProps {
  locationId: string
  code: string
  /** Those chosen; what has no code gets no label. */
  devices: readonly Device[]
  onClose: () => void
}

const most = 27
const labelsOf = (size: QrSheetSize): number => qrSheetSizes[size].columns * qrSheetSizes[size].rows

/** A4 sheets of labels; a sheet that was begun is used up first. */
export function PrintLabelsDialog({ locationId, code, devices, onClose }: PrintLabelsDialogProps) {
  const [size, setSize] = useState<QrSheetSize>('large')
  const [used, setUsed] = useState<number | string>('')
  const print = usePrintLabels(locationId, code)
  const coded = devices.filter(({ qr_code }) => qr_code !== null)
  const skip = Math.min(Math.max(0, Math.trunc(Number(used) || 0)), labelsOf(size) - 1, most)
  const pages = Math.ceil((coded.length + skip) / labelsOf(size))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (coded.length > 0)
      void print
        .ask(
          coded.map(({ id }) => id),
          size,
          skip,
        )
        .then((isDone) => isDone && onClose())
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Print QR labels for {{code}}', { code })}
      icon={IconPrinter}
      isBusy={print.isBusy}
      size={460}
      isQuestion
    >
      <form className={classes.print} onSubmit={submit} noValidate>
        <p role="status">{wordsOf(devices.length, coded.length, pages)}</p>
        <div className={classes.sheet}>
          <SheetPicture size={size} skip={skip} labels={coded.length} />
          <div>
            <Radio.Group label={t('Label')} value={size} onChange={setSize}>
              <Radio
                size="xs"
                value="large"
                label={t('Large, 12 a page')}
                description={t('For docks, read at arm’s length')}
              />
              <Radio size="xs" value="small" label={t('Small, 28 a page')} description={t('For lockers and doors')} />
            </Radio.Group>
            <NumberInput
              label={t('Labels already used on the first sheet')}
              min={0}
              max={Math.min(labelsOf(size) - 1, most)}
              allowDecimal={false}
              allowNegative={false}
              placeholder="0"
              value={used}
              onChange={setUsed}
            />
          </div>
        </div>
        <div className={`${classes.verbs} ${classes.end}`}>
          <Button onClick={onClose} disabled={print.isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={print.isBusy} disabled={coded.length === 0}>
            {t('Save as PDF')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function wordsOf(chosen: number, coded: number, pages: number): string {
  if (coded === 0) return t('None of these devices has a QR code yet. Generate the codes first.')
  const labels = coded === 1 ? t('1 label') : t('{{count}} labels', { count: coded })
  const what =
    pages === 1
      ? t('{{labels}} on one A4 page.', { labels })
      : t('{{labels}} on {{pages}} A4 pages.', { labels, pages })
  const bare = chosen - coded
  if (bare === 0) return what
  return `${what} ${bare === 1 ? t('1 device without a QR code is skipped.') : t('{{count}} devices without a QR code are skipped.', { count: bare })}`
}

/** Shows where on the first page the labels will be printed. */
const SheetPicture = ({ size, skip, labels }: { size: QrSheetSize; skip: number; labels: number }) => (
  <div
    className={classes.page}
    aria-hidden
    style={{
      gridTemplateColumns: `repeat(${qrSheetSizes[size].columns}, 1fr)`,
      gridTemplateRows: `repeat(${qrSheetSizes[size].rows}, 1fr)`,
    }}
  >
    {Array.from({ length: labelsOf(size) }, (_, place) => (
      <span
        key={place}
        data-used={place < skip || undefined}
        data-label={(place >= skip && place < skip + labels) || undefined}
      />
    ))}
  </div>
)
