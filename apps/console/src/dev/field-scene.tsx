import { IconBulb, IconCamera, IconClockPlay, IconLockOpen, IconReload, IconReplace } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ActionTiles } from '../ui/details/action-tiles.tsx'
import { CommandProgress } from '../ui/details/command-progress.tsx'
import { CommentChips } from '../ui/dialogs/comment-chips.tsx'
import type { Order } from '../ui/docks/dock-order.ts'
import { Card } from '../ui/details/key-values.tsx'
import { OrderPlan } from '../ui/docks/order-plan.tsx'
import { PlainText } from '../ui/details/plain-text.tsx'
import { QrCode } from '../ui/qr-code/qr-code.tsx'
import classes from './dev.module.css'

const nothing = () => undefined
const noHardware = 'No hardware is assigned to this device'

const tiles = [
  { id: 'u', label: 'Force unlock', icon: IconLockOpen, isLikeliest: true, onChoose: nothing },
  { id: 'i', label: 'Identify', icon: IconBulb, isRunning: true, onChoose: nothing },
  { id: 't', label: 'Unlock briefly', icon: IconClockPlay, onChoose: nothing },
  { id: 'r', label: 'Reboot', icon: IconReload, onChoose: nothing },
  { id: 'p', label: 'Photo', icon: IconCamera, reason: 'There is no camera here', onChoose: nothing },
  { id: 's', label: 'Swap', icon: IconReplace, onChoose: nothing },
]
const refused = tiles.slice(0, 3).map((tile) => ({ ...tile, isRunning: false, reason: noHardware }))

/** Each end that a command may come to. */
const ends = [
  { title: 'Identify, dock 03', status: 'success', took_ms: 1_900 },
  { title: 'Force unlock, dock 15', status: 'failed', words: 'The lock is jammed', took_ms: 6_200 },
  { title: 'Reboot, dock 04', status: 'unhandled', words: 'The firmware does not know it', took_ms: 1_400 },
  { title: 'Unlock briefly, dock 06', status: 'hardware_timeout', words: 'No answer within 30 s', took_ms: 30_000 },
  { title: 'Firmware 2.14.3, dock 08', status: 'console_timeout', words: 'Nothing heard for 135 s', took_ms: 135_000 },
] as const

const first: Order = [
  { key: 'a', label: 'Along the wall', ids: ['01', '02', '03', '04', 'G'] },
  { key: 'b', label: '', ids: ['05', '06', '07'] },
  { key: 'c', label: 'By the door', ids: [] },
]
const tileOf = (id: string) =>
  id === 'G' ? { number: '90', name: 'Guard 90', detail: 'Guard' } : { number: id, name: `Dock ${id}` }

function Commands() {
  const [since] = useState(() => new Date(Date.now() - 12_000).toISOString())
  return (
    <Card title="Command progress, each step and each end">
      <div className={classes.photos}>
        {(['not_sent', 'sent', 'received'] as const).map((step) => (
          <CommandProgress key={step} title="Temporary unlock, dock 07" since={since} step={step}>
            Kadri Mets, “Stuck user”, gives up after 30 s
          </CommandProgress>
        ))}
        {ends.map(({ title, ...end }) => (
          <CommandProgress
            key={title}
            title={title}
            since={since}
            step="ended"
            end={end}
            onSendAgain={end.status === 'success' ? undefined : nothing}
          />
        ))}
      </div>
    </Card>
  )
}

function Words() {
  const [text, setText] = useState('')
  return (
    <Card title="Last comments, and words as they were written">
      <div className={classes.photos}>
        <CommentChips
          comments={['Lock was jammed', 'Cleaned the contacts', 'Bike stuck, user waits']}
          onPick={setText}
        />
        <PlainText>{`${text === '' ? 'Tap one of the comments.' : text}\nManual: https://docs.example.org/rack, page 4.`}</PlainText>
      </div>
    </Card>
  )
}

/** What a technician holds in the hand: what to do at a device, how it goes, the code on it, its place in the rack. */
export function FieldScene(): ReactNode {
  const [order, setOrder] = useState(first)
  return (
    <div className={classes.cards}>
      <Card title="What can be done, what runs, what cannot and why">
        <div className={classes.photos}>
          <ActionTiles label="Commands" actions={tiles} />
          <ActionTiles label="Commands without hardware" actions={refused} />
        </div>
      </Card>
      <Commands />
      <Card title="Physical order, by pointer, touch or keyboard">
        <OrderPlan order={order} onOrder={setOrder} tileOf={tileOf} labelLongest={32} />
      </Card>
      <Card title="QR code">
        <QrCode
          text="https://wheelhouse.example.org/deep-link/search?code=104217/15"
          label="QR code of dock 15 of 104217"
          size={148}
        />
      </Card>
      <Words />
    </div>
  )
}
