import { NumberInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { bookingHold, firmwareChannels } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { t } from '../../i18n/i18n.ts'
import classes from './commands.module.css'

interface ChoicesProps {
  name: string
  label: string
  options: readonly string[]
  words: (option: string) => string
  value: string | null
  onChange: (option: string) => void
  /** The key that picks an option, shown where there is a keyboard. */
  keyOf?: (option: string) => string
}

/** Chips, not a list that opens: one tap, also in gloves. */
export const Choices = ({ name, label, options, words, value, onChange, keyOf }: ChoicesProps) => (
  <div role="group" aria-label={label}>
    <span className={classes.label}>{label}</span>
    <div className={classes.chips}>
      {options.map((option) => (
        <label key={option} className={classes.reason}>
          <input type="radio" name={name} value={option} checked={value === option} onChange={() => onChange(option)} />
          <span data-key={keyOf?.(option)}>{words(option)}</span>
        </label>
      ))}
    </div>
  </div>
)

const channelWords: Record<string, string> = {
  stable: 'Stable',
  testing: 'Testing',
  development: 'Development',
  fallback: 'Fallback',
}

interface ChannelChoiceProps {
  channel: string | null
  onChannel: (channel: string) => void
  error: string | undefined
}

/** Spec 9: the channels of the firmware. */
export const ChannelChoice = ({ channel, onChannel, error }: ChannelChoiceProps) => (
  <fieldset className={classes.reasons}>
    <Choices
      name="channel"
      label={t('Channel')}
      options={firmwareChannels}
      words={(one) => t(channelWords[one] ?? one)}
      value={channel}
      onChange={onChannel}
    />
    <FieldError id="command-channel">{error}</FieldError>
  </fieldset>
)

interface HoldChoiceProps {
  /** As typed. */
  minutes: string
  onMinutes: (minutes: string) => void
  error: string | undefined
}

/** Values: how long a booking holds the dock. */
export const HoldChoice = ({ minutes, onMinutes, error }: HoldChoiceProps) => (
  <NumberInput
    name="hold"
    label={t('Held for, minutes')}
    value={minutes}
    min={bookingHold.min_minutes}
    max={bookingHold.max_minutes}
    // A number out of bounds shows an error instead of being changed silently.
    clampBehavior="none"
    error={error}
    onChange={(value) => onMinutes(String(value))}
  />
)

/** Its room is there before it, so that nothing moves under the finger. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={classes.error} role={children ? 'alert' : undefined}>
    {children && <IconAlertCircle size={14} aria-hidden />}
    {children}
  </p>
)
