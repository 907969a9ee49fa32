import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconPencil, IconWorldPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createRegion, getRegion, regionStatuses, updateRegion } from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import { call } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PanelSection, SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { Status, statusLabels } from './regions-screen.tsx'

interface OpenRegionProps {
  id: string
  isEdited: boolean
  /** Events belong to another feature: the application puts them in. */
  history: ((id: string) => ReactNode) | undefined
  rules: ((id: string) => ReactNode) | undefined
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The region that the address names: read, or edited. */
export function OpenRegion({ id, isEdited, history, rules, onEdit, onClose }: OpenRegionProps) {
  const params = { region_id: id }
  const region = useLive(getRegion, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updateRegion)
  return (
    <ThingPanel
      query={region}
      failed={getRegion.says.failed}
      missing={notFoundText(t('region config'))}
      bones={<Skeleton lines={5} />}
      title={t('Region config')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <RegionPanel
            region={found}
            history={history}
            rules={rules}
            onEdit={mayUpdate ? () => onEdit(true) : undefined}
            onClose={onClose}
          />
          {isEdited && mayUpdate && <EditRegionDialog region={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface RegionPanelProps extends Pick<OpenRegionProps, 'history' | 'rules' | 'onClose'> {
  region: RegionConfig
  onEdit: (() => void) | undefined
}

function RegionPanel({ region, history, rules, onEdit, onClose }: RegionPanelProps) {
  return (
    <SidePanel
      onClose={onClose}
      title={region.name}
      trailing={<Status status={region.status} />}
      actions={onEdit && <Actions region={region} onEdit={onEdit} />}
    >
      <KeyValueGrid
        items={[
          { label: t('Tag'), value: <CopyableId id={region.tag} isMono /> },
          { label: t('ID'), value: <CopyableId id={region.id} isMono /> },
          { label: t('Created'), value: <RelativeTime at={region.created_at} /> },
          { label: t('Updated'), value: <RelativeTime at={region.updated_at} /> },
        ]}
      />
      {rules?.(region.id)}
      {history && <PanelSection title={t('Event history')}>{history(region.id)}</PanelSection>}
    </SidePanel>
  )
}

function Actions({ region: { id, name, status, version }, onEdit }: { region: RegionConfig; onEdit: () => void }) {
  const isEnabled = status === 'enabled'
  return (
    <>
      <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <ActionButton
        route={updateRegion}
        input={{ params: { region_id: id }, body: { name, status: isEnabled ? 'disabled' : 'enabled' }, version }}
        label={isEnabled ? t('Disable') : t('Enable')}
        icon={isEnabled ? IconCircleOff : IconCircleCheck}
        confirm={{
          title: isEnabled ? t('Disable {{name}}?', { name }) : t('Enable {{name}}?', { name }),
          children: isEnabled
            ? t('The service is no longer offered there. Existing locations stay unchanged.')
            : t('The service will be offered there from now on.'),
        }}
      />
    </>
  )
}

export function NewRegionDialog({ onDone, onClose }: { onDone: (region: RegionConfig) => void; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('New region config')} icon={IconWorldPlus}>
      <ContractForm
        route={createRegion}
        defaults={{ tag: '', name: '', status: 'enabled' }}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <TextField
          name="tag"
          label={t('Tag')}
          maxLength={6}
          isMono
          help={t(
            'Country code in lower case, such as ee, with an optional subdivision, such as us_ca. Cannot be changed later.',
          )}
        />
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

function EditRegionDialog({ region, onClose }: { region: RegionConfig; onClose: () => void }) {
  const params = { region_id: region.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: region.name })} icon={IconPencil}>
      <ContractForm
        route={updateRegion}
        params={params}
        defaults={valuesIn(region, ['name', 'status'])}
        version={region.version}
        fresh={() => call(getRegion, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <SelectField
      name="status"
      label={t('Status')}
      options={regionStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
    />
  </>
)
