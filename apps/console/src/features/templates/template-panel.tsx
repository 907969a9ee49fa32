import { Button } from '@mantine/core'
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  applyTemplate,
  deleteTemplate,
  listTemplates,
  templateVersions,
  updateTemplate,
} from '@wheelhouse/contract/templates/templates.ts'
import type { Template } from '@wheelhouse/contract/templates/templates.ts'
import { listConfigChanges } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { oneRow } from '../../lists/one-row.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { ChangeState } from '../hardware-config/change-state-link.tsx'
import { parameterWord, unitOf, valueWord } from '../hardware-config/parameter-picker.tsx'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import classes from './templates.module.css'

const ApplyDialog = lazyComponent(() => import('./apply-dialog.tsx').then((module) => module.ApplyDialog))
const EditTemplateDialog = lazyComponent(() =>
  import('./edit-template-dialog.tsx').then((module) => module.EditTemplateDialog),
)

/** One template: its values, its versions, and where it was applied. */
export function TemplatePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useLive(listTemplates, { query: { id, limit: 1 } }, { isQuiet: true })
  return (
    <ThingPanel
      query={oneRow({ listed: undefined, asked })}
      failed={listTemplates.says.failed}
      missing={notFoundText(t('template'))}
      title={t('Template')}
      onClose={onClose}
    >
      {(template) => <Opened template={template} onClose={onClose} />}
    </ThingPanel>
  )
}

function Opened({ template, onClose }: { template: Template; onClose: () => void }) {
  const [open, setOpen] = useState<'apply' | 'edit' | null>(null)
  const mayApply = useMayDo(applyTemplate)
  const mayEdit = useMayDo(updateTemplate)
  const { dateTime } = useFormat()
  const { description, firmware_name, device_type, organization_name, version, params } = template
  return (
    <SidePanel
      onClose={onClose}
      title={template.name}
      actions={
        <>
          {mayEdit && (
            <Button leftSection={<IconPencil size={15} />} onClick={() => setOpen('edit')}>
              {t('Edit')}
            </Button>
          )}
          <ActionButton
            route={deleteTemplate}
            input={{ params: { template_id: template.id }, version }}
            label={t('Delete')}
            icon={IconTrash}
            confirm={{
              title: t('Delete {{name}}?', { name: template.name }),
              children: t('Hardware to which it was applied keeps its values.'),
              keepLabel: t('Keep template'),
              isDanger: true,
            }}
            onDone={onClose}
          />
          {mayApply && (
            <Button variant="filled" leftSection={<IconSend size={15} />} onClick={() => setOpen('apply')}>
              {t('Apply')}
            </Button>
          )}
        </>
      }
    >
      {description !== '' && <p className={classes.lead}>{description}</p>}
      <KeyValueGrid
        items={[
          { label: t('Firmware'), value: <span className="mono">{firmware_name}</span> },
          { label: t('Type'), value: deviceTypeWord(device_type) },
          { label: t('Organization'), value: organization_name },
          { label: t('Version'), value: String(version) },
          { label: t('Updated'), value: dateTime(template.updated_at) },
          { label: t('Updated by'), value: template.updated_by_name },
          { label: t('ID'), value: <CopyableId id={template.id} isMono /> },
        ]}
      />
      <div className={classes.section}>
        <h3>{t('Values')}</h3>
        <ul className={classes.rows}>
          {params.map(({ key, value }) => (
            <li key={key}>
              <strong>{parameterWord(key)}</strong>
              <span className={classes.end}>{valueWord(value, unitOf(key))}</span>
            </li>
          ))}
        </ul>
      </div>
      <Applications id={template.id} />
      <Versions id={template.id} />
      {open === 'apply' && <ApplyDialog template={template} onClose={() => setOpen(null)} />}
      {open === 'edit' && <EditTemplateDialog template={template} onClose={() => setOpen(null)} />}
    </SidePanel>
  )
}

const shown = 20
const pollMs = 2_000

function Applications({ id }: { id: string }) {
  const { data } = useLive(
    listConfigChanges,
    { query: { template_id: id, limit: shown } },
    { isQuiet: true, refetchInterval: pollMs },
  )
  if (data === undefined || data.items.length === 0) return null
  return (
    <div className={classes.section}>
      <h3>{t('Applied to')}</h3>
      <ul className={classes.rows}>
        {data.items.map((change) => (
          <li key={change.id}>
            <HardwareLink id={change.hardware_id} />
            <span className={classes.end}>
              <ChangeState change={change} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Versions({ id }: { id: string }) {
  const { data } = useLive(templateVersions.route, { query: { template_id: id, limit: shown } }, { isQuiet: true })
  const { dateTime, number } = useFormat()
  if (data === undefined || data.items.length < 2) return null
  return (
    <div className={classes.section}>
      <SectionHead
        title={t('Versions')}
        actions={
          <ListExport
            route={templateVersions.csv}
            query={{ template_id: id }}
            title={t('Export versions')}
            count={number(data.total)}
          />
        }
      />
      <ul className={classes.rows}>
        {data.items.map(({ id: one, version, params, comment, created_by_name, created_at }) => (
          <li key={one}>
            <strong>{t('Version {{version}}', { version })}</strong>
            <span>
              {params.map(({ key, value }) => `${parameterWord(key)}: ${valueWord(value, unitOf(key))}`).join(', ')}
            </span>
            <small>
              {[created_by_name, dateTime(created_at), comment && `“${comment}”`].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
