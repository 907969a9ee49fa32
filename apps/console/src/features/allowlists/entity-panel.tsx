import { Button } from '@mantine/core'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  removeAllowlistKeys,
  removeAllowlistUsers,
  revealAllowlistKeys,
  updateAllowlistKey,
  updateAllowlistUser,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { AllowlistEntity } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useUser } from '../../stores/user-store.ts'
import { kindLabels } from './allowlist-labels.ts'
import classes from './allowlists.module.css'
import { entityName, entityNote, Instant } from './entity-columns.tsx'
import { userPath } from '../users/user-link.tsx'

interface EntityPanelProps {
  list: Allowlist
  entity: AllowlistEntity
  onClose: () => void
}

/** One user or key of an allowlist: read, changed or removed. */
export function EntityPanel({ list, entity, onClose }: EntityPanelProps) {
  const [isEdited, setEdited] = useState(false)
  const note = entityNote(entity)
  return (
    <SidePanel
      onClose={onClose}
      title={entityName(entity)}
      trailing={<StatusText of="allowlist_entity" value={entity.status} />}
      actions={
        isEdited ? undefined : (
          <Actions list={list} entity={entity} onEdit={() => setEdited(true)} onRemoved={onClose} />
        )
      }
    >
      {isEdited ? (
        <EditForm list={list} entity={entity} onClose={() => setEdited(false)} />
      ) : (
        <>
          {note !== null && (
            <p className={classes.gone} role="status">
              {note}
            </p>
          )}
          <Values list={list} entity={entity} />
        </>
      )}
    </SidePanel>
  )
}

function Values({ list, entity }: Omit<EntityPanelProps, 'onClose'>) {
  const { dateTime } = useFormat()
  const { user_id: userId, user_name, kind, expires_at, comment, created_by_name } = entity
  const who =
    userId === null
      ? [{ label: t('Key'), value: <Key list={list} entity={entity} /> }]
      : [{ label: t('User'), value: <Link href={userPath(userId)}>{user_name ?? ''}</Link> }]
  return (
    <KeyValueGrid
      items={[
        { label: t('Kind'), value: t(kindLabels[kind]) },
        ...(kind === 'user' && userId === null ? [] : who),
        ...(kind === 'user' && entity.masked !== '' ? [{ label: t('Contact'), value: entity.masked }] : []),
        { label: t('Expires'), value: expires_at === null ? t('never') : <Instant at={expires_at} /> },
        { label: t('Comment'), value: comment === '' ? '–' : comment },
        { label: t('Added'), value: dateTime(entity.created_at) },
        { label: t('Added by'), value: created_by_name ?? '–' },
        { label: t('ID'), value: <CopyableId id={entity.id} isMono /> },
      ]}
    />
  )
}

/** Masked until it is asked for; the look is recorded. */
function Key({ list, entity }: Omit<EntityPanelProps, 'onClose'>) {
  const [key, setKey] = useState<string | null>(null)
  const format = useFormat()
  if (key !== null) return <CopyableId id={format.rfid(key)} isMono />
  return (
    <span className={classes.key}>
      <span className={classes.masked}>{entity.masked}</span>
      <ActionButton
        route={revealAllowlistKeys}
        input={{ params: { allowlist_id: list.id }, body: { ids: [entity.id] } }}
        label={t('Show key; this is recorded')}
        icon={IconEye}
        isIconOnly
        onDone={({ keys }) => setKey(keys[0]?.key ?? null)}
      />
    </span>
  )
}

interface ActionsProps {
  list: Allowlist
  entity: AllowlistEntity
  onEdit: () => void
  onRemoved: () => void
}

function Actions({ list, entity, onEdit, onRemoved }: ActionsProps) {
  const isUser = entity.kind === 'user'
  const mayEdit = useMayDo(isUser ? updateAllowlistUser : updateAllowlistKey)
  return (
    <>
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={isUser ? removeAllowlistUsers : removeAllowlistKeys}
        input={{ params: { allowlist_id: list.id }, body: { ids: [entity.id] } }}
        label={t('Remove')}
        icon={IconTrash}
        confirm={{
          title: t('Remove {{name}}?', { name: entityName(entity) }),
          children: t('Access to the locks of {{name}} ends as soon as each lock has the new list.', {
            name: list.name,
          }),
          isDanger: true,
          keepLabel: t('Keep on the list'),
        }}
        onDone={onRemoved}
      />
    </>
  )
}

function EditForm({ list, entity, onClose }: EntityPanelProps) {
  const timeZone = useUser(({ userPreferences }) => userPreferences.timezone)
  const isUser = entity.kind === 'user'
  return (
    <ContractForm
      route={isUser ? updateAllowlistUser : updateAllowlistKey}
      params={{ allowlist_id: list.id, [isUser ? 'allowlist_user_id' : 'allowlist_key_id']: entity.id }}
      defaults={{ expires_at: entity.expires_at, comment: entity.comment }}
      version={entity.version}
      onDone={onClose}
      onCancel={onClose}
    >
      <MomentField
        name="expires_at"
        label={t('Expires')}
        timeZone={timeZone}
        help={t('Leave empty for no expiration date. Locks enforce the date even while they are offline.')}
      />
      <TextField name="comment" label={t('Comment')} maxLength={200} />
    </ContractForm>
  )
}
