import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconStatusChange } from '@tabler/icons-react'
import { useState } from 'react'
import { forceLocationStatus, setLocationStatus } from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import { useWrite } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { t } from '../../i18n/i18n.ts'
import { freshLocation, locationFieldsShown } from './location-change-labels.ts'
import { failureText } from '../../shell/messages.ts'
import { CommandMenuContent } from '../../ui/frame/command-menu.tsx'
import type { Command } from '../../ui/frame/command-menu.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { lookOf } from '../../ui/details/status-styles.ts'
import { isMarkedForced, statusMoves } from './location-writing.ts'
import type { StatusMove } from './location-writing.ts'

export const statusWord = (status: LocationStatus): string => t(lookOf('location_status', status).word)
export const statusReason = { label: t('Reason'), minLength: 10, maxLength: 500, isRequired: true }

/** Where this location may go from here, in groups: next steps, forced ones, the end. */
export function useStatusCommands(location: Location, onAsk: (move: StatusMove) => void): Command[][] {
  const affectsList = statusMoves(location, useCanCall(setLocationStatus), useCanCall(forceLocationStatus))
  const commandOf = (move: StatusMove): Command => ({
    id: move.to,
    label: statusWord(move.to),
    icon: lookOf('location_status', move.to).icon ?? IconStatusChange,
    note: isMarkedForced(location, move) ? t('forced') : undefined,
    isDanger: move.to === 'obsolete',
    onChoose: () => onAsk(move),
  })
  const steps = affectsList.filter(({ isForced }) => !isForced)
  const forced = affectsList.filter(({ isForced, to }) => isForced && to !== 'obsolete')
  const end = affectsList.filter(({ isForced, to }) => isForced && to === 'obsolete')
  return [steps, forced, end].map((group) => group.map(commandOf))
}

/** In the header of a wide window. Nothing where it may go nowhere. */
export function LocationStatusMenu({ location }: { location: Location }) {
  const [asked, setAsked] = useState<StatusMove | null>(null)
  const groups = useStatusCommands(location, setAsked)
  if (groups.flat().length === 0) return null
  return (
    <>
      <Menu position="bottom-end" width={248}>
        <Menu.Target>
          <Button
            leftSection={<IconStatusChange size={15} stroke={1.75} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('Status')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <CommandMenuContent title={statusWord(location.status)} detail={t('now')} groups={groups} />
        </Menu.Dropdown>
      </Menu>
      <StatusDialog key={asked?.to ?? ''} location={location} move={asked} onClose={() => setAsked(null)} />
    </>
  )
}

interface StatusDialogProps {
  location: Location
  move: StatusMove | null
  onClose: () => void
}

export function StatusDialog({ location, move, onClose }: StatusDialogProps) {
  const write = useWrite(move?.isForced === true ? forceLocationStatus : setLocationStatus, { isQuiet: true })
  const meanwhile = useChangedMeanwhile(location, () => freshLocation(location), locationFieldsShown)
  const isEnd = move?.to === 'obsolete'
  const word = move === null ? '' : statusWord(move.to)
  return (
    <ConfirmDialog
      opened={move !== null}
      onClose={onClose}
      icon={move === null ? undefined : lookOf('location_status', move.to).icon}
      title={
        isEnd
          ? t('Make {{code}} obsolete?', { code: location.code })
          : t('Set {{code}} to {{status}}?', { code: location.code, status: word })
      }
      confirmLabel={isEnd ? t('Make obsolete') : t('Set to {{status}}', { status: word })}
      keepLabel={t('Keep {{status}}', { status: statusWord(location.status).toLowerCase() })}
      isDanger={isEnd}
      isBusy={write.isPending}
      comment={statusReason}
      error={write.error === null ? null : failureText(setLocationStatus.says.failed, write.error)}
      onConfirm={({ comment }) =>
        move !== null &&
        !write.isPending &&
        write.mutate(
          {
            params: { location_id: location.id },
            body: { status: move.to, reason: comment },
            version: meanwhile.version,
          },
          { onSuccess: onClose, onError: meanwhile.onRefused },
        )
      }
    >
      {meanwhile.notice}
      {move !== null &&
        (isEnd ? <ObsoleteWarning location={location} /> : <MoveLabels location={location} move={move} />)}
    </ConfirmDialog>
  )
}

const MoveLabels = ({ location, move }: { location: Location; move: StatusMove }) => (
  <>
    <p>
      {t('Status changes from {{from}} to {{to}}.', {
        label: location.label,
        from: statusWord(location.status).toLowerCase(),
        to: statusWord(move.to).toLowerCase(),
      })}
    </p>
    {isMarkedForced(location, move) && <p>{t('Not a usual next step: it is forced and recorded in the history.')}</p>}
  </>
)

/** Spec section 4. */
export function ObsoleteWarning({ location: { total_docks: total, docks } }: { location: Location }) {
  const taken = docks.filter(({ dock_state }) => dock_state === 'locked').length
  return (
    <>
      <p>
        {t('Obsolete is final.')}{' '}
        {total > 0 &&
          (total === 1 ? t('1 dock goes out of service') : t('{{count}} docks go out of service', { count: total }))}
        {total > 0 &&
          taken > 0 &&
          `, ${taken === 1 ? t('1 is occupied now') : t('{{count}} are occupied now', { count: taken })}`}
        {total > 0 && '.'}
      </p>
      <p>{t('Obsolete locations must not be repurposed. When the station is moved or reused, make a new location.')}</p>
    </>
  )
}
