import { IconChevronDown, IconStatusChange } from '@tabler/icons-react'
import { useState } from 'react'
import {
  forceLocationStatus,
  setLocationStatus,
  statusReasonAtLeast,
} from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import { useWrite } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { t } from '../../i18n/i18n.ts'
import { freshLocation, locationFieldsShown } from './location-change-labels.ts'
import { failureText } from '../../shell/messages.ts'
import { Button } from '../../ui/base/button.tsx'
import { Menu } from '../../ui/dialogs/overlay.tsx'
import { CommandMenuContent } from '../../ui/frame/command-menu-content.tsx'
import type { Command } from '../../ui/frame/command-menu-content.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { lookOf } from '../../ui/details/status-styles.ts'
import { isMarkedForced, statusMoves } from './location-writing.ts'
import type { StatusMove } from './location-writing.ts'
import classes from './location-edit.module.css'

export const statusWord = (status: LocationStatus): string => t(lookOf('location_status', status).word)
export const statusReason = { label: t('Reason'), minLength: statusReasonAtLeast, maxLength: 500, isRequired: true }

interface StatusCommands {
  /** Next steps along the table, then the end. */
  usual: Command[][]
  /** What only force reaches. */
  forced: Command[]
}

/** Where this location may go from here. */
export function useStatusCommands(location: Location, onAsk: (move: StatusMove) => void): StatusCommands {
  const moves = statusMoves(location, useCanCall(setLocationStatus), useCanCall(forceLocationStatus))
  const commandOf = (move: StatusMove): Command => ({
    id: move.to,
    label: statusWord(move.to),
    icon: lookOf('location_status', move.to).icon ?? IconStatusChange,
    isDanger: move.to === 'obsolete',
    onChoose: () => onAsk(move),
  })
  const commandsOf = (isThese: (move: StatusMove) => boolean) => moves.filter(isThese).map(commandOf)
  return {
    usual: [
      commandsOf(({ isForced }) => !isForced),
      commandsOf((move) => move.isForced && !isMarkedForced(location, move)),
    ],
    forced: commandsOf((move) => isMarkedForced(location, move)),
  }
}

/** In the header of a wide window. Nothing where it may go nowhere. */
export function LocationStatusMenu({ location }: { location: Location }) {
  const [asked, setAsked] = useState<StatusMove | null>(null)
  const [isForcing, setForcing] = useState(false)
  const { usual, forced } = useStatusCommands(location, setAsked)
  const force: Command = {
    id: 'force',
    label: t('Force another status…'),
    icon: IconStatusChange,
    onChoose: () => setForcing(true),
  }
  const groups = [...usual, forced.length === 0 ? [] : [force]]
  if (groups.flat().length === 0) return null
  return (
    <>
      <Menu
        position="bottom-end"
        width={248}
        target={
          <Button
            leftSection={<IconStatusChange size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('Status')}
          </Button>
        }
      >
        <CommandMenuContent title={statusWord(location.status)} detail={t('now')} groups={groups} />
      </Menu>
      <StatusSheet location={location} opened={isForcing} isForced onClose={() => setForcing(false)} onAsk={setAsked} />
      <StatusDialog key={asked?.to ?? ''} location={location} move={asked} onClose={() => setAsked(null)} />
    </>
  )
}

interface StatusSheetProps {
  location: Location
  opened: boolean
  /** Opens with what only force reaches; otherwise that is its second step. */
  isForced?: boolean
  onClose: () => void
  onAsk: (move: StatusMove) => void
}

/** Which status: on a phone all of them, elsewhere what only force reaches. Choosing asks for the reason. */
export function StatusSheet({ location, opened, isForced = false, onClose, onAsk }: StatusSheetProps) {
  const [isSecond, setSecond] = useState(false)
  const close = () => (setSecond(false), onClose())
  const { usual, forced } = useStatusCommands(location, (move) => (close(), onAsk(move)))
  const isForcing = isForced || isSecond
  const status = statusWord(location.status)
  return (
    <Dialog
      opened={opened}
      onClose={close}
      isQuestion
      size={420}
      icon={IconStatusChange}
      title={
        isForcing
          ? t('Force another status of {{code}}', { code: location.code })
          : t('Status of {{code}}: {{status}}', { code: location.code, status: status.toLowerCase() })
      }
    >
      {isForcing && (
        <p className={classes.lead}>
          {t('Not a usual next step from {{status}}. The change is forced and recorded in the history.', {
            status: status.toLowerCase(),
          })}
        </p>
      )}
      <div className={classes.statuses}>
        {(isForcing ? forced : usual.flat()).map((command) => (
          <StatusButton key={command.id} {...command} />
        ))}
        {!isForcing && forced.length > 0 && (
          <StatusButton label={t('Force another status…')} icon={IconStatusChange} onChoose={() => setSecond(true)} />
        )}
      </div>
    </Dialog>
  )
}

const StatusButton = ({
  label,
  icon: Icon,
  isDanger,
  onChoose,
}: Pick<Command, 'label' | 'icon' | 'isDanger' | 'onChoose'>) => (
  <Button data-danger={isDanger || undefined} leftSection={<Icon size={16} aria-hidden />} onClick={onChoose}>
    {label}
  </Button>
)

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
      <p>
        {t('Obsolete locations must not be repurposed. When the station is moved or reused, create a new location.')}
      </p>
    </>
  )
}
