import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { chartIds } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartId, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { arrangeDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { chartLabels } from './chart-labels.ts'
import classes from './dashboards.module.css'

type Choice = Tile & { isShown: boolean }

/** The charts that are shown in their order, then the others. */
const choicesOf = (tiles: readonly Tile[]): Choice[] => [
  ...tiles.map((tile) => ({ ...tile, isShown: true })),
  ...chartIds
    .filter((chart) => !tiles.some((tile) => tile.chart === chart))
    .map((chart) => ({ chart, size: 'small' as const, isShown: false })),
]

/** Which charts, in which order and size; by keyboard as well as by pointer. */
export function ArrangeDialog({ board, onClose }: { board: Dashboard; onClose: () => void }) {
  const [choices, setChoices] = useState(() => choicesOf(board.tiles))
  const save = useWrite(arrangeDashboard)
  const change = (chart: ChartId, values: Partial<Choice>): void =>
    setChoices(choices.map((one) => (one.chart === chart ? { ...one, ...values } : one)))
  const move = (index: number, by: number): void => {
    const [moved] = choices.slice(index, index + 1)
    if (moved) setChoices(choices.toSpliced(index, 1).toSpliced(index + by, 0, moved))
  }
  const tiles = choices.filter(({ isShown }) => isShown).map(({ chart, size }) => ({ chart, size }))
  const send = (): void =>
    save.mutate(
      { params: { dashboard_id: board.id }, body: { tiles }, version: board.version },
      { onSuccess: () => onClose() },
    )
  return (
    <Dialog opened onClose={onClose} title={t('Arrange charts')} icon={IconLayoutGrid} size={600}>
      <ol className={classes.choices} aria-label={t('Charts')}>
        {choices.map(({ chart, size, isShown }, index) => (
          <li key={chart}>
            <Checkbox
              label={t(chartLabels[chart])}
              checked={isShown}
              onChange={({ currentTarget }) => change(chart, { isShown: currentTarget.checked })}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('Size of {{chart}}', { chart: t(chartLabels[chart]) })}
              data={[
                { value: 'small', label: t('Small') },
                { value: 'wide', label: t('Wide') },
              ]}
              value={size}
              onChange={(value) => change(chart, { size: value === 'wide' ? 'wide' : 'small' })}
            />
            <Move icon="up" chart={chart} isOff={index === 0} onMove={() => move(index, -1)} />
            <Move icon="down" chart={chart} isOff={index === choices.length - 1} onMove={() => move(index, 1)} />
          </li>
        ))}
      </ol>
      <div className={classes.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="filled" loading={save.isPending} onClick={send}>
          {t('Save')}
        </Button>
      </div>
    </Dialog>
  )
}

interface MoveProps {
  icon: 'up' | 'down'
  chart: ChartId
  isOff: boolean
  onMove: () => void
}

function Move({ icon, chart, isOff, onMove }: MoveProps) {
  const Icon = icon === 'up' ? IconArrowUp : IconArrowDown
  const name = { chart: t(chartLabels[chart]) }
  return (
    <ActionIcon
      variant="subtle"
      aria-label={icon === 'up' ? t('Move {{chart}} up', name) : t('Move {{chart}} down', name)}
      disabled={isOff}
      onClick={onMove}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
