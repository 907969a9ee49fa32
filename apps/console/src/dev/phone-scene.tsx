import {
  IconArrowLeft,
  IconBulb,
  IconCamera,
  IconClockPlay,
  IconLockOpen,
  IconReload,
  IconReplace,
  IconScan,
} from '@tabler/icons-react'
import { useState } from 'react'
import { ActionTiles } from '../ui/details/action-tiles.tsx'
import { NoticeBar } from '../ui/frame/bars.tsx'
import { CommandProgress } from '../ui/details/command-progress.tsx'
import { DockState } from '../ui/docks/dock-plan.tsx'
import { FactStrip } from '../ui/details/key-values.tsx'
import { LiveBadge } from '../ui/frame/live-badge.tsx'
import { StatusText } from '../ui/details/status.tsx'
import classes from './dev.module.css'
import { FrameScene } from './frame-scene.tsx'

const nothing = () => undefined

export function PhoneScene() {
  const [since] = useState(() => new Date(Date.now() - 2_000).toISOString())
  return (
    <FrameScene active="Scan">
      <header className={classes.phoneHead}>
        <IconArrowLeft size={22} />
        <h1>Dock 15</h1>
        <LiveBadge live={{ state: 'live' }} />
      </header>
      <div className={classes.phone}>
        <NoticeBar isBox tone="accent" icon={<IconScan size={20} />}>
          Scanned <span className="mono">104217/15</span>
        </NoticeBar>
        <DockState bubble="fault" title="Lock jam">
          for 2 h 6 min, while unlocking
        </DockState>
        <FactStrip
          items={[
            { label: 'Heartbeat', value: <StatusText of="heartbeat" value="healthy" word="18 s" /> },
            { label: 'RSSI', value: '−63', unit: 'dBm' },
            { label: 'Voltage', value: '11.9', unit: 'V' },
            { label: 'Firmware', value: '2.14.3' },
          ]}
        />
        <ActionTiles
          label="Commands"
          actions={[
            { id: 'u', label: 'Force unlock', icon: IconLockOpen, isLikeliest: true, onChoose: nothing },
            { id: 'i', label: 'Identify', icon: IconBulb, isRunning: true, onChoose: nothing },
            { id: 't', label: 'Unlock briefly', icon: IconClockPlay, onChoose: nothing },
            { id: 'r', label: 'Reboot', icon: IconReload, onChoose: nothing },
            { id: 'p', label: 'Photo', icon: IconCamera, onChoose: nothing },
            { id: 's', label: 'Swap', icon: IconReplace, onChoose: nothing },
          ]}
        />
        <CommandProgress title="Identify, light and buzzer" since={since} step="received" />
      </div>
    </FrameScene>
  )
}
