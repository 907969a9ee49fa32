import { ActionIcon, Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  commentExternalDevice,
  deleteExternalDevice,
  getExternalDevice,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { isNotFound } from '../../http/api-error.ts'
import { call } from '../../api/api.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useCanCall } from '../../session/can.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { PlainText, SafeLink } from '../../ui/details/plain-text.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { Type } from './external-device-columns.tsx'
import { EditExternalDeviceDialog } from './external-device-dialog.tsx'
import classes from './external-devices.module.css'
import { refOf, SimSection } from './sim-section.tsx'
import { SmsSection } from './sms-section.tsx'

interface OpenExternalDeviceProps {
  locationId: string
  id: string
  /** It is not edited any more. */
  isClosed: boolean
  onClose: () => void
}

/** One external device beside the list: read, or edited. */
export function OpenExternalDevice({ locationId, id, isClosed, onClose }: OpenExternalDeviceProps) {
  const [isEdited, setEdited] = useState(false)
  const params = { location_id: locationId, external_device_id: id }
  const device = useLive(getExternalDevice, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updateExternalDevice) && !isClosed
  // A device that is deleted while the panel is open stays visible with a notice.
  const isGone = isNotFound(device.error)
  return (
    <ThingPanel
      query={device}
      failed={getExternalDevice.says.failed}
      missing={notFoundText(t('external device'))}
      isGoneSaid
      title={t('External device')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <Panel
            device={found}
            isGone={isGone}
            onEdit={mayUpdate ? () => setEdited(true) : undefined}
            onClose={onClose}
          />
          {isEdited && <EditExternalDeviceDialog device={found} onClose={() => setEdited(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface PanelProps {
  device: ExternalDevice
  isGone: boolean
  onEdit: (() => void) | undefined
  onClose: () => void
}

function Panel({ device, isGone, onEdit, onClose }: PanelProps) {
  return (
    <SidePanel
      onClose={onClose}
      title={device.name}
      trailing={<Type type={device.type} />}
      actions={<Actions device={device} onEdit={onEdit} onDeleted={onClose} />}
    >
      {isGone && (
        <p className={classes.gone} role="status">
          {t('This external device was deleted.')}
        </p>
      )}
      <KeyValueGrid items={[{ label: t('ID'), value: <CopyableId id={device.external_id} isMono /> }]} />
      {device.instructions !== '' && (
        <section className={classes.section} aria-label={t('Instructions')}>
          <header>
            <h3>{t('Instructions')}</h3>
          </header>
          <PlainText>{device.instructions}</PlainText>
        </section>
      )}
      {device.links.length > 0 && <Links links={device.links} />}
      <SimSection device={device} />
      <SmsSection device={device} />
      <Comment device={device} />
    </SidePanel>
  )
}

const Links = ({ links }: Pick<ExternalDevice, 'links'>) => (
  <ul className={classes.links} aria-label={t('Links')}>
    {links.map(({ label, url }) => (
      <li key={`${label} ${url}`}>
        <IconExternalLink size={14} aria-hidden />
        <SafeLink url={url}>{label}</SafeLink>
        <span>{new URL(url).hostname}</span>
      </li>
    ))}
  </ul>
)

function Comment({ device }: { device: ExternalDevice }) {
  const [isEdited, setEdited] = useState(false)
  const may = useCanCall(commentExternalDevice)
  const params = refOf(device)
  const close = () => setEdited(false)
  return (
    <section className={classes.section} aria-label={t('Comment')}>
      <header>
        <h3>{t('Comment')}</h3>
        {may && !isEdited && (
          <ActionIcon variant="subtle" aria-label={t('Edit comment')} onClick={() => setEdited(true)}>
            <IconPencil size={15} />
          </ActionIcon>
        )}
      </header>
      {isEdited ? (
        <ContractForm
          route={commentExternalDevice}
          params={params}
          defaults={{ comment: device.comment }}
          version={device.version}
          fresh={() => call(getExternalDevice, { params })}
          onDone={close}
          onCancel={close}
        >
          <TextAreaField name="comment" label={t('Comment')} maxLength={2000} />
        </ContractForm>
      ) : (
        <CommentText comment={device.comment} />
      )}
    </section>
  )
}

const CommentText = ({ comment }: Pick<ExternalDevice, 'comment'>) =>
  comment === '' ? <p className={classes.none}>{t('No comment')}</p> : <PlainText>{comment}</PlainText>

interface ActionsProps {
  device: ExternalDevice
  onEdit: (() => void) | undefined
  onDeleted: () => void
}

const Actions = ({ device, onEdit, onDeleted }: ActionsProps) => (
  <>
    {onEdit && (
      <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
        {t('Edit')}
      </Button>
    )}
    <ActionButton
      route={deleteExternalDevice}
      input={{ params: refOf(device), version: device.version }}
      label={t('Delete')}
      icon={IconTrash}
      confirm={{
        title: t('Delete {{label}}?', { label: device.name }),
        children: t(
          'The device and its list of sent SMS are removed from this location. The event history of the location stays.',
        ),
        isDanger: true,
        keepLabel: t('Keep device'),
      }}
      onDone={onDeleted}
    />
  </>
)
