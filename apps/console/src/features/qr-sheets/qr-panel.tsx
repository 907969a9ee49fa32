import { Button } from '@mantine/core'
import { IconClock, IconCopy, IconDownload, IconQrcode, IconRefresh, IconScan, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { confirmQrCode, generateQrCodes, setQrCode } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { deviceFieldsShown, freshDevice } from '../devices/device-change-labels.ts'
import { deviceName, deviceWithin } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { pushSuccess } from '../../shell/messages.ts'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { QrCode } from '../../ui/qr-code/qr-code.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { CodeReader } from './code-reader.tsx'
import { usePrintLabels } from './label-sheet.ts'
import classes from './qr-sheets.module.css'

interface QrPanelProps {
  device: Device
  onClose: () => void
}

/** What the sticker carries (values: QR and deep link). */
const deepLinkOf = (code: string): string =>
  `${window.location.origin}/deep-link/search?code=${encodeURIComponent(code)}`

type Mode = 'shown' | 'set' | 'confirm'

/** The code of a device, which a person can copy, print, replace by a new one, or read from the sticker on the device. */
export function QrPanel({ device, onClose }: QrPanelProps) {
  const [mode, setMode] = useState<Mode>('shown')
  const back = () => setMode('shown')
  return (
    <SidePanel onClose={onClose} title={t('QR code of {{device}}', { device: deviceWithin(device) })} isTask>
      <div className={classes.qr}>
        {device.qr_update_pending && (
          <NoticeBar isBox icon={<IconClock size={16} aria-hidden />}>
            {device.former_qr_code === null
              ? t('QR update pending: the sticker has not been applied yet.')
              : t('QR update pending: the new sticker has not been applied yet. Until then {{code}} still works.', {
                  code: device.former_qr_code,
                })}
          </NoticeBar>
        )}
        {mode === 'shown' && <Shown device={device} onMode={setMode} />}
        {mode === 'set' && (
          <CodeReader
            route={setQrCode}
            device={device}
            lead={t('Scan the sticker on {{device}}, or type its ten letters.', {
              device: deviceWithin(device),
            })}
            verb={t('Set QR code')}
            onEnd={back}
          />
        )}
        {mode === 'confirm' && (
          <CodeReader
            route={confirmQrCode}
            device={device}
            lead={t('Scan the new sticker on {{device}} to confirm that it has been applied.', {
              device: deviceWithin(device),
            })}
            verb={t('Confirm')}
            onEnd={back}
          />
        )}
      </div>
    </SidePanel>
  )
}

function Shown({ device, onMode }: { device: Device; onMode: (mode: Mode) => void }) {
  const { qr_code: code } = device
  const meanwhile = useChangedMeanwhile(device, () => freshDevice(device), deviceFieldsShown)
  return (
    <>
      <div className={classes.shown}>
        {code !== null && (
          <QrCode
            text={deepLinkOf(code)}
            label={t('QR code {{code}} of {{device}}', { code, device: deviceWithin(device) })}
          />
        )}
        <div className={classes.told}>
          {code === null ? (
            <p>{t('{{device}} has no QR code yet.', { device: deviceName(device) })}</p>
          ) : (
            <Known device={device} code={code} />
          )}
        </div>
      </div>
      <div className={classes.verbs}>
        {device.qr_update_pending && (
          <Button variant="filled" leftSection={<IconScan size={15} />} onClick={() => onMode('confirm')}>
            {t('Sticker applied')}
          </Button>
        )}
        <Button leftSection={<IconScan size={15} />} onClick={() => onMode('set')}>
          {code === null ? t('Scan or type') : t('Replace sticker')}
        </Button>
        <NewCode device={device} />
        {code !== null && (
          <ActionButton
            route={setQrCode}
            input={{ params: { device_id: device.id }, body: { qr_code: null }, version: meanwhile.version }}
            onRefused={meanwhile.onRefused}
            label={t('Remove code')}
            icon={IconTrash}
            confirm={{
              title: t('Remove the QR code from {{device}}?', { device: deviceWithin(device) }),
              children: (
                <>
                  {meanwhile.notice}
                  <p>
                    {t('Scanning {{code}} will no longer find anything. The sticker can be used on another device.', {
                      code,
                    })}
                  </p>
                </>
              ),
              isDanger: true,
            }}
          />
        )}
      </div>
    </>
  )
}

function Known({ device, code }: { device: Device; code: string }) {
  const print = usePrintLabels(device.location_id, device.location_code)
  const copy = () =>
    void navigator.clipboard.writeText(deepLinkOf(code)).then(
      () => pushSuccess(t('Deep link copied'), 'deep link'),
      () => undefined,
    )
  return (
    <>
      <CopyableId id={code} isMono />
      <p>{t('Scanning it opens {{device}} in this console.', { device: deviceWithin(device) })}</p>
      <div className={classes.verbs}>
        <Button leftSection={<IconCopy size={15} />} onClick={copy}>
          {t('Copy deep link')}
        </Button>
        <Button leftSection={<IconDownload size={15} />} loading={print.isBusy} onClick={() => print.now([device.id])}>
          {t('Print label')}
        </Button>
      </div>
    </>
  )
}

/** A first code asks nothing; another one says that the sticker has to follow. */
const NewCode = ({ device }: { device: Device }) => (
  <ActionButton
    route={generateQrCodes}
    input={{ body: { device_ids: [device.id], replace: true } }}
    label={device.qr_code === null ? t('Generate') : t('New code')}
    icon={device.qr_code === null ? IconQrcode : IconRefresh}
    {...(device.qr_code === null
      ? {}
      : {
          confirm: {
            title: t('New QR code for {{device}}?', { device: deviceWithin(device) }),
            children: (
              <p>
                {t('{{code}} still works until the new sticker is applied. Print it, apply it, then scan it.', {
                  code: device.qr_code,
                })}
              </p>
            ),
            confirmLabel: t('New code'),
          },
        })}
  />
)
