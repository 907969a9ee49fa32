import {
  IconAlertTriangle,
  IconPlayerPlay,
  IconPlayerStop,
  IconRotate2,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { changeSetDevices, listChangeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import type { ChangeSetDevice } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import {
  decideChangeSet,
  decisionsIn,
  isChangeSetActive,
  listChangeSets,
} from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ChangeSet, ChangeSetDecision } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { countTypedAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import type { ActionConfirm } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { oneRow } from '../../lists/one-row.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { useFormat } from '../../i18n/format.ts'
import { changeText, haltTexts } from './change-set-labels.ts'
import classes from './change-sets.module.css'
import { deviceColumns, DeviceCard } from './device-columns.tsx'
import { WavePicture } from './wave-picture.tsx'

const pollMs = 2_000

/** One change set: its plan before the start, its progress, and in the end the receipt of each device. */
export function ChangeSetScreen({ id }: { id: string }) {
  const may = useCanCall(listChangeSets)
  const query = useLive(
    listChangeSets,
    { query: { id } },
    {
      enabled: may,
      isQuiet: true,
      refetchInterval: ({ state }) => (isChangeSetActive(state.data?.items[0]?.status ?? 'planned') ? pollMs : false),
    },
  )
  // The list asked for this change set alone.
  const reading = oneRow({ listed: undefined, asked: query })
  useDocumentTitle(reading.data?.name ?? t('Change set'))
  const back = { label: t('Change sets'), href: '/hardware/change-sets' }
  return (
    <ThingPage
      route={listChangeSets}
      query={reading}
      title={t('Change set')}
      back={back}
      thing={t('change set')}
      bones={
        <DetailsSkeleton title={t('Change set')} back={back}>
          <RowBones rows={12} />
        </DetailsSkeleton>
      }
    >
      {(changeSet) => <Details changeSet={changeSet} />}
    </ThingPage>
  )
}

const devicesAtMost = 500

function Details({ changeSet }: { changeSet: ChangeSet }) {
  const live = useLiveBadge()
  const isActive = isChangeSetActive(changeSet.status)
  const { data, isLoading } = useLive(
    listChangeSetDevices,
    { query: { change_set_id: changeSet.id, limit: devicesAtMost } },
    { refetchInterval: isActive ? pollMs : false },
  )
  const devices = data?.items ?? noDevices
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Change sets'), href: lastList('change-sets')?.href ?? '/hardware/change-sets' },
          { label: changeSet.name },
        ]}
        {...live}
        name={changeSet.name}
        states={<StatusPill of="change_set" value={changeSet.status} />}
        actions={<Decisions changeSet={changeSet} />}
        facts={factsOf(changeSet)}
      />
      <div className={classes.page}>
        {changeSet.halt !== null && (
          <NoticeBar isBox icon={<IconAlertTriangle size={16} aria-hidden />}>
            {t(haltTexts[changeSet.halt])}
          </NoticeBar>
        )}
        <WavePicture changeSet={changeSet} devices={devices} />
        <Settings changeSet={changeSet} />
        <div className={classes.devices}>
          <header>
            <h2>{t('Devices')}</h2>
            <ListExport
              route={changeSetDevices.csv}
              query={{ change_set_id: changeSet.id }}
              title={t('Export receipts')}
              count={String(devices.length)}
            />
          </header>
          <DataTable
            isWhole
            label={t('Devices')}
            columns={deviceColumns}
            rows={devices}
            rowId={rowId}
            isLoading={isLoading}
            card={(device) => <DeviceCard device={device} />}
          />
        </div>
      </div>
    </>
  )
}

const noDevices: readonly ChangeSetDevice[] = []
const rowId = ({ id }: ChangeSetDevice): string => id

function factsOf(changeSet: ChangeSet) {
  const { devices, skipped, done, failed, rolled_back, planned_by_name } = changeSet
  const count = devices - skipped
  return [
    { value: changeText(changeSet) },
    { value: count === 1 ? t('1 device') : t('{{count}} devices', { count }) },
    ...(skipped > 0 ? [{ value: t('{{count}} skipped', { count: skipped }) }] : []),
    ...(done > 0 ? [{ value: t('{{count}} done', { count: done }) }] : []),
    ...(failed > 0 ? [{ value: t('{{count}} failed', { count: failed }) }] : []),
    ...(rolled_back > 0 ? [{ value: t('{{count}} rolled back', { count: rolled_back }) }] : []),
    ...(planned_by_name === null ? [] : [{ icon: IconUser, value: planned_by_name, isWideOnly: true }]),
    idFact(changeSet.id),
  ]
}

function Settings({ changeSet }: { changeSet: ChangeSet }) {
  const { dateTime } = useFormat()
  const { comment, wave_size, pause_s, max_failed_percent, healthy_within_s, started_at, started_by_name, ended_at } =
    changeSet
  const time = (at: string | null) => (at === null ? null : dateTime(at))
  return (
    <KeyValueGrid
      columns={2}
      labelWidth={140}
      items={[
        { label: t('Comment'), value: comment },
        { label: t('Devices per wave'), value: String(wave_size) },
        { label: t('Pause between waves'), value: durationLabel(pause_s * 1000) },
        { label: t('Halts above'), value: t('{{percent}} % failed devices', { percent: max_failed_percent }) },
        { label: t('Healthy within'), value: durationLabel(healthy_within_s * 1000) },
        { label: t('Started'), value: [time(started_at), started_by_name].filter(Boolean).join(' · ') },
        { label: t('Ended'), value: time(ended_at) },
      ]}
    />
  )
}

interface DecisionLook {
  label: string
  icon: typeof IconTrash
  confirm?: ActionConfirm
  variant?: 'filled'
}

const restoredText = (count: number): string =>
  count === 1
    ? t('Restores the previous state of the changed device.')
    : t('Restores the previous state of the {{count}} changed devices.', { count })

function lookOf(decision: ChangeSetDecision, changeSet: ChangeSet): DecisionLook {
  const { name, waiting, done, failed, rollback_failed } = changeSet
  switch (decision) {
    case 'start':
      return {
        label: t('Start'),
        icon: IconPlayerPlay,
        variant: 'filled',
        confirm: {
          title: t('Start {{name}}?', { name }),
          children: t(
            'The canary is changed first. Until the change set is over, its devices accept no other changes.',
          ),
          count: { of: waiting, from: countTypedAbove },
        },
      }
    case 'discard':
      return { label: t('Discard'), icon: IconTrash }
    case 'continue':
      return {
        label: t('Continue'),
        icon: IconPlayerPlay,
        variant: 'filled',
        confirm: {
          title: t('Continue {{name}}?', { name }),
          children:
            failed === 1
              ? t('The failed device stays failed and no longer counts toward the limit that halts the change set.')
              : t(
                  'The {{count}} failed devices stay failed and no longer count toward the limit that halts the change set.',
                  { count: failed },
                ),
        },
      }
    case 'stop':
      return {
        label: t('Stop'),
        icon: IconPlayerStop,
        confirm: {
          title: t('Stop {{name}}?', { name }),
          children:
            waiting === 1
              ? t('Changes in progress are completed; 1 device stays unchanged.')
              : t('Changes in progress are completed; {{count}} devices stay unchanged.', { count: waiting }),
        },
      }
    case 'roll_back':
      return {
        label: t('Roll back'),
        icon: IconRotate2,
        confirm: {
          title: t('Roll back {{name}}?', { name }),
          children: restoredText(rollback_failed > 0 ? rollback_failed : done + failed + changeSet.under_way),
          isDanger: true,
          keepLabel: t('Keep change'),
        },
      }
  }
}

/** What a person may decide now, from the contract's table. */
function Decisions({ changeSet }: { changeSet: ChangeSet }) {
  const needs: Needs = changeSet.kind === 'firmware' ? { hardware: ['UPDATE'] } : { hardware: ['SET_PARAMS'] }
  const isBack = changeSet.status === 'rolled_back' && changeSet.rollback_failed === 0
  const offered = isBack ? [] : decisionsIn[changeSet.status].toReversed()
  return (
    <>
      {offered.map((decision) => (
        <ActionButton
          key={decision}
          route={decideChangeSet}
          input={{ params: { change_set_id: changeSet.id }, body: { decision } }}
          needs={needs}
          {...lookOf(decision, changeSet)}
        />
      ))}
    </>
  )
}
