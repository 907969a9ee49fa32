import { Button } from '@mantine/core'
import { IconBell, IconBellOff, IconPencil, IconTrash } from '@tabler/icons-react'
import {
  deleteReminderConfig,
  getReminderConfig,
  switchReminderConfig,
  updateReminderConfig,
} from '@wheelhouse/contract/reminders/reminders.ts'
import { previewReminder } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderPreview } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { Loaded } from '../../live/loaded.tsx'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { ParkingSessionLink } from '../parking-sessions/parking-session-link.tsx'
import { groupPath, refOf } from './reminder-addresses.ts'
import type { ConfigRef } from './reminder-addresses.ts'
import { ActivationTime, Status, When } from './reminder-columns.tsx'
import { EditConfigDialog } from './reminder-dialogs.tsx'
import { hoursText, periodLabels } from './reminder-labels.ts'
import classes from './reminders.module.css'

interface OpenConfigProps {
  config: ConfigRef
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The reminder that the address names: read, or edited. */
export function OpenConfig({ config: ref, isEdited, onEdit, onClose }: OpenConfigProps) {
  const params = { reminder_group_id: ref.reminder_group_id, reminder_config_id: ref.reminder_config_id }
  const config = useLive(getReminderConfig, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updateReminderConfig)
  return (
    <ThingPanel
      query={config}
      failed={getReminderConfig.says.failed}
      missing={notFoundText(t('reminder'))}
      bones={<Skeleton lines={10} />}
      title={t('Reminder')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <ConfigPanel config={found} onEdit={mayUpdate ? () => onEdit(true) : undefined} onClose={onClose} />
          {isEdited && mayUpdate && <EditConfigDialog config={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface ConfigPanelProps {
  config: ReminderConfig
  onEdit: (() => void) | undefined
  onClose: () => void
}

function ConfigPanel({ config, onEdit, onClose }: ConfigPanelProps) {
  return (
    <SidePanel
      onClose={onClose}
      title={config.subject}
      trailing={<Status status={config.status} />}
      actions={<Actions config={config} onEdit={onEdit} onDeleted={onClose} />}
    >
      <p className={classes.message}>{config.message}</p>
      <KeyValueGrid
        items={[
          { label: t('Group'), value: <Link href={groupPath(config.group_id)}>{config.group_name}</Link> },
          { label: t('Period'), value: t(periodLabels[config.period]) },
          { label: t('Activation at'), value: <ActivationTime at={config.activation_at} /> },
          { label: t('Minimum time parked'), value: hoursText(config.min_hours) },
          {
            label: t('Notification'),
            value: config.generate_notification ? t('Sent to the app of the rider') : t('Event only'),
          },
          { label: t('Updated'), value: <When at={config.updated_at} /> },
          { label: t('ID'), value: <CopyableId id={config.id} isMono /> },
        ]}
      />
      <Preview config={config} />
      <section className={classes.section}>
        <h3>
          {t('Affected locations')} <span>{config.locations.length}</span>
        </h3>
        <ul className={classes.plain}>
          {config.locations.map(({ id, code, label }) => (
            <li key={id}>
              <LocationLink id={id} code={code} label={label} />
            </li>
          ))}
        </ul>
      </section>
    </SidePanel>
  )
}

function Actions({ config, onEdit, onDeleted }: Omit<ConfigPanelProps, 'onClose'> & { onDeleted: () => void }) {
  const isActive = config.status === 'active'
  const input = { params: refOf(config), version: config.version }
  return (
    <>
      <ActionButton
        route={switchReminderConfig}
        input={{ ...input, body: { status: isActive ? 'disabled' : 'active' } }}
        label={isActive ? t('Disable') : t('Activate')}
        icon={isActive ? IconBellOff : IconBell}
        variant={isActive ? 'default' : 'filled'}
        done={isActive ? t('Reminder disabled') : t('Reminder activated')}
      />
      {onEdit && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={deleteReminderConfig}
        input={input}
        label={t('Delete')}
        icon={IconTrash}
        isIconOnly
        confirm={{
          title: t('Delete {{label}}?', { label: config.subject }),
          children: t('Riders no longer get this reminder. Reminders already sent stay in the history of the group.'),
          isDanger: true,
          keepLabel: t('Keep reminder'),
        }}
        onDone={onDeleted}
      />
    </>
  )
}

/** When it runs next, and who would be notified if that were now; of a disabled one, what would be if it were active. */
function Preview({ config }: { config: ReminderConfig }) {
  const preview = useLive(previewReminder, { params: refOf(config) }, { isQuiet: true })
  return (
    <Loaded query={preview} failed={previewReminder.says.failed} bones={<Skeleton lines={4} />}>
      {(next) => (
        <>
          {config.status === 'disabled' && (
            <section className={classes.section}>
              <h3>{t('If it were active')}</h3>
              <p className={classes.quiet}>{t('It is disabled: it does not run, and nobody is notified.')}</p>
            </section>
          )}
          <Runs preview={next} />
          <Candidates preview={next} />
        </>
      )}
    </Loaded>
  )
}

function Runs({ preview: { runs } }: { preview: ReminderPreview }) {
  const zone = useUser((state) => state.userPreferences.timezone)
  return (
    <section className={classes.section}>
      <h3>{t('Next runs')}</h3>
      <ol className={classes.runs}>
        {runs.map(({ at, time_zone, locations }) => (
          <Run
            key={`${at} ${time_zone}`}
            at={at}
            timeZone={time_zone}
            locations={locations}
            isOwn={time_zone === zone}
          />
        ))}
      </ol>
    </section>
  )
}

interface RunProps {
  at: string
  timeZone: string
  locations: number
  isOwn: boolean
}

/** By the clock of the locations, since that is what the reminder keeps to. */
function Run({ at, timeZone, locations, isOwn }: RunProps) {
  const { dateTime } = useFormat(timeZone)
  return (
    <li>
      <span>{dateTime(at)}</span>
      <span>{isOwn ? '' : timeZone}</span>
      <span>{locations === 1 ? t('1 location') : t('{{count}} locations', { count: locations })}</span>
    </li>
  )
}

const Candidates = ({ preview: { total, candidates } }: { preview: ReminderPreview }) => (
  <section className={classes.section}>
    <h3>
      {t('Would be notified now')} <span>{total}</span>
    </h3>
    {total === 0 && <p className={classes.quiet}>{t('No active session is longer than the minimum.')}</p>}
    <ul className={classes.plain}>
      {candidates.map((one) => (
        <li key={one.session_id}>
          <ParkingSessionLink id={one.session_id}>
            {`${one.location_label}, ${deviceName({ type: one.device_type, number: one.device_number })}`}
          </ParkingSessionLink>
          <span>
            {one.user_name} <When at={one.started_at} />
          </span>
        </li>
      ))}
    </ul>
    {total > candidates.length && (
      <p className={classes.quiet}>{t('The {{count}} longest are shown.', { count: candidates.length })}</p>
    )}
  </section>
)
