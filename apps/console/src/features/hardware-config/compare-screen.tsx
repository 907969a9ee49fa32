import { SegmentedControl, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { compareConfigs, isDifference } from '@wheelhouse/contract/hardware-config/config-comparison.ts'
import type { ComparedRow } from '@wheelhouse/contract/hardware-config/config-comparison.ts'
import { getHardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoData, NoPermission } from '../../ui/frame/states.tsx'
import { comparedWith } from './compare-address.ts'
import type { ComparedWith, CompareSearch } from './compare-address.ts'
import { HardwareSide, ReadingSide, TemplateSide } from './compare-sides.tsx'
import type { Side } from './compare-sides.tsx'
import classes from './compare.module.css'
import { parameterWord, valueWord } from './parameter-words.ts'

interface CompareScreenProps {
  search: CompareSearch
  onSearch: (search: CompareSearch) => void
}

const withLabels: Record<ComparedWith, string> = {
  hardware: 'Other hardware',
  template: 'Template',
  earlier: 'Earlier reading',
}

/** The configuration of a piece of hardware beside that of another one, a template, or its own at an earlier time. */
export function CompareScreen({ search, onSearch }: CompareScreenProps) {
  const may = useCanCall(getHardwareConfig)
  return (
    <Page title={t('Compare configurations')} back={{ label: t('Find hardware'), href: '/hardware/find' }}>
      {may ? (
        <Comparing search={search} onSearch={onSearch} />
      ) : (
        <NoPermission action="GET_PARAMS" resource="hardware" />
      )}
    </Page>
  )
}

function Comparing({ search, onSearch }: CompareScreenProps) {
  const [left, setLeft] = useState<Side | null>(null)
  const [right, setRight] = useState<Side | null>(null)
  const kind = search.with ?? 'hardware'
  const choose = (change: Partial<CompareSearch>) => {
    if (change.with !== undefined) setRight(null)
    onSearch({ ...search, ...change })
  }
  return (
    <div className={classes.page}>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('Left side')}>
          <HardwareSide
            label={t('Hardware')}
            id={search.left}
            readingId={search.left_at}
            onChoose={(id) => choose({ left: id, left_at: undefined, right_at: undefined })}
            onSide={setLeft}
          />
        </section>
        <RightSide search={search} firmwareName={left?.firmware_name ?? null} onChoose={choose} onSide={setRight} />
      </div>
      {left === null || right === null ? (
        <NoData title={t('Choose two sides')}>
          {t('A configuration must have been fetched from the hardware before it can be compared.')}
        </NoData>
      ) : (
        <Differences left={left} right={right} keysOf={kind === 'template' ? 'right' : 'both'} />
      )}
    </div>
  )
}

interface RightSideProps {
  search: CompareSearch
  firmwareName: string | null
  onChoose: (change: Partial<CompareSearch>) => void
  onSide: (side: Side | null) => void
}

function RightSide({ search, firmwareName, onChoose, onSide }: RightSideProps) {
  const kind = search.with ?? 'hardware'
  return (
    <section className={classes.side} aria-label={t('Right side')}>
      <SegmentedControl
        aria-label={t('Compare with')}
        fullWidth
        data={comparedWith.map((value) => ({ value, label: t(withLabels[value]) }))}
        value={kind}
        onChange={(value) => onChoose({ with: value })}
      />
      {kind === 'hardware' && (
        <HardwareSide
          label={t('Compare with')}
          id={search.right}
          readingId={undefined}
          onChoose={(id) => onChoose({ right: id })}
          onSide={onSide}
        />
      )}
      {kind === 'template' && (
        <TemplateSide
          id={search.template}
          firmwareName={firmwareName}
          onChoose={(id) => onChoose({ template: id })}
          onSide={onSide}
        />
      )}
      {kind === 'earlier' && (
        <ReadingSide
          hardwareId={search.left}
          readingId={search.right_at}
          onChoose={(id) => onChoose({ right_at: id })}
          onSide={onSide}
        />
      )}
    </section>
  )
}

function Differences({ left, right, keysOf }: { left: Side; right: Side; keysOf: 'both' | 'right' }) {
  const [isWhole, setWhole] = useState(false)
  const rows = compareConfigs(left.params, right.params, keysOf)
  const different = rows.filter(isDifference)
  const shown = isWhole ? rows : different
  const hidden = rows.filter(({ comparison }) => comparison === 'hidden').length
  return (
    <section className={classes.result} aria-label={t('Differences')}>
      {left.firmware_name !== right.firmware_name && (
        <NoticeBar isBox icon={<IconAlertTriangle size={16} aria-hidden />}>
          {t(
            'The firmware differs: {{left}} and {{right}}. A template applies only to hardware with the same firmware.',
            {
              left: left.firmware_name ?? '–',
              right: right.firmware_name ?? '–',
            },
          )}
        </NoticeBar>
      )}
      <div className={classes.head}>
        <p role="status">
          <strong>
            {t('{{count}} of {{total}} parameters differ', { count: different.length, total: rows.length })}
          </strong>
          {hidden > 0 && (
            <span>
              {hidden === 1
                ? t('1 secret value cannot be compared')
                : t('{{count}} secret values cannot be compared', { count: hidden })}
            </span>
          )}
        </p>
        <Switch
          label={t('Show equal values')}
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      </div>
      {shown.length > 0 && <Table left={left} right={right} rows={shown} />}
    </section>
  )
}

const Table = ({ left, right, rows }: { left: Side; right: Side; rows: readonly ComparedRow[] }) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('Parameters')}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t('Parameter')}</th>
          <th>{left.name}</th>
          <th>{right.name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-comparison={row.comparison}>
            <th scope="row">
              {parameterWord(row.key)} <span className="mono">{row.key}</span>
            </th>
            <td>{row.comparison === 'right_only' ? t('missing') : valueWord(row.left, row.unit)}</td>
            <td>{row.comparison === 'left_only' ? t('missing') : valueWord(row.right, row.unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
