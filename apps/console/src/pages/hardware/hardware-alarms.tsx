import { SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { acknowledgeAlarm, listAlarms } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { Alarm, HardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { alarmWord } from '../../features/devices/device-labels.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './hardware-page.module.css'

const shown = 50

/** What it warns of now, and what it warned of before. */
export function HardwareAlarms({ hardware }: { hardware: HardwareDetails }) {
  const [which, setWhich] = useState('open')
  const state: Alarm['state'][] = which === 'open' ? ['open', 'acknowledged'] : ['cleared']
  const query = { hardware_id: hardware.id, state, limit: shown }
  const alarms = useLive(listAlarms, { query }, { isQuiet: true })
  const options = [
    { value: 'open', label: t('Open') },
    { value: 'cleared', label: t('Ended') },
  ]
  return (
    <Card
      title={t('Alarms')}
      action={<SegmentedControl size="xs" aria-label={t('Alarms')} data={options} value={which} onChange={setWhich} />}
    >
      <Loaded query={alarms} failed={listAlarms.says.failed} bones={<Skeleton lines={3} />}>
        {({ items }) => (
          <>
            {items.length === 0 && <NoData title={which === 'open' ? t('No open alarms') : t('No past alarms')} />}
            <ul className={classes.rows}>
              {items.map((alarm) => (
                <Row key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}

const stateWords = { open: 'Open', acknowledged: 'Acknowledged', cleared: 'Ended' } as const

function Row({ alarm }: { alarm: Alarm }) {
  const { state, raised_at, cleared_at, acknowledged_by_name: who, acknowledgement } = alarm
  return (
    <li>
      <strong>{alarmWord(alarm.reason)}</strong>
      <span className={classes[state]}>{t(stateWords[state])}</span>
      <span className={classes.end}>
        <RelativeTime at={cleared_at ?? raised_at} isShort />
      </span>
      {state === 'open' && (
        <ActionButton
          route={acknowledgeAlarm}
          input={({ comment }) => ({ body: { alarm_id: alarm.id, comment } })}
          label={t('Acknowledge')}
          icon={IconCheck}
          confirm={{
            title: t('Acknowledge {{alarm}}?', { alarm: alarmWord(alarm.reason) }),
            children: t('The alarm stays open until the hardware reports that it is over.'),
            keepLabel: t('Leave open'),
            comment: { label: t('Comment'), minLength: 0, maxLength: 500, isRequired: false },
          }}
        />
      )}
      {who !== null && <small>{[who, acknowledgement && `“${acknowledgement}”`].filter(Boolean).join(': ')}</small>}
    </li>
  )
}
