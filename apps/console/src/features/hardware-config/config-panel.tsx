import { Button, Checkbox, Popover, Switch } from '@mantine/core'
import { IconAdjustments, IconArrowsDiff, IconDownload, IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { changeConfigs, fetchConfigs, getHardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { HardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { createTemplate } from '@wheelhouse/contract/templates/templates.ts'
import { useWrite } from '../../api/api.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { repeatWhileShown } from '../../live/repeat-while-shown.ts'
import { useLive } from '../../live/use-live.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Link } from '../../ui/details/link.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Loading, RowBones, Waiting } from '../../ui/details/details-skeleton.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { comparePath } from './compare-address.ts'
import { ConfigChanges } from './config-changes.tsx'
import { ConfigForm } from './config-form.tsx'
import { ConfigReadings } from './config-readings.tsx'
import { fetchAdvice, fetchDeadline, fetchTrouble, isFetchOpen } from './config-sentences.ts'
import { ConfigTable, configColumns } from './config-table.tsx'
import type { ConfigColumn } from './config-table.tsx'
import classes from './hardware-config.module.css'

const NewTemplateDialog = lazyComponent(() =>
  import('../templates/template-picker.tsx').then((module) => module.NewTemplateDialog),
)

const pollMs = 2_000
const refreshEveryMs = 60_000

/** Configuration of one piece of hardware: fetched from it, changed, read back; and how it changed over time. */
export function ConfigPanel({ id }: { id: string }) {
  const params = { hardware_id: id }
  const config = useLive(
    getHardwareConfig,
    { params },
    {
      isQuiet: true,
      refetchInterval: ({ state }) => (state.data?.fetch?.status === 'in_progress' ? pollMs : false),
    },
  )
  return (
    <Loaded query={config} failed={getHardwareConfig.says.failed} bones={<ConfigBones />}>
      {(found) => <Panel config={found} />}
    </Loaded>
  )
}

const ConfigBones = () => (
  <Waiting>
    <Loading>
      <RowBones rows={16} />
    </Loading>
  </Waiting>
)

function Panel({ config }: { config: HardwareConfig }) {
  const [isEdited, setEdited] = useState(false)
  const [isTemplate, setTemplate] = useState(false)
  const [columns, setColumns] = useState<readonly ConfigColumn[]>(configColumns)
  const mayEdit = useMayDo(changeConfigs)
  const mayTemplate = useMayDo(createTemplate)
  const { reading, fetch } = config
  const now = useMoment(fetchDeadline(fetch))
  const actions = (
    <>
      <Fetching config={config} />
      {reading !== null && <ColumnChoice columns={columns} onColumns={setColumns} />}
      {reading !== null && (
        <Button
          component={Link}
          href={comparePath({ left: config.hardware_id })}
          leftSection={<IconArrowsDiff size={15} />}
        >
          {t('Compare')}
        </Button>
      )}
      {reading !== null && mayTemplate && <Button onClick={() => setTemplate(true)}>{t('Save as template')}</Button>}
      {reading !== null && mayEdit && !isEdited && (
        <Button
          variant="filled"
          leftSection={<IconPencil size={15} />}
          disabled={!config.is_current}
          onClick={() => setEdited(true)}
        >
          {t('Edit')}
        </Button>
      )}
    </>
  )
  return (
    <div className={classes.panel}>
      <SectionHead title={t('Configuration')} actions={actions} />
      <Standing config={config} />
      {reading === null && <NoData title={t('The configuration was never read')}>{t(fetchAdvice(fetch, now))}</NoData>}
      {reading !== null && isEdited && (
        <ConfigForm
          pieces={[{ id: config.hardware_id, word: '' }]}
          params={reading.params}
          onClose={() => setEdited(false)}
        />
      )}
      {reading !== null && !isEdited && <ConfigTable params={reading.params} columns={columns} />}
      <ConfigChanges hardwareId={config.hardware_id} />
      <ConfigReadings hardwareId={config.hardware_id} />
      {isTemplate && reading !== null && (
        <NewTemplateDialog hardwareId={config.hardware_id} params={reading.params} onClose={() => setTemplate(false)} />
      )}
    </div>
  )
}

/** Asks the hardware, once or every minute. */
function Fetching({ config }: { config: HardwareConfig }) {
  const [isRepeated, setRepeated] = useState(false)
  const fetch = useWrite(fetchConfigs)
  const may = useMayDo(fetchConfigs)
  const now = useMoment(fetchDeadline(config.fetch))
  const isRunning = fetch.isPending || isFetchOpen(config.fetch, now)
  const ask = () => {
    if (!isRunning) fetch.mutate({ body: { hardware_ids: [config.hardware_id] } })
  }
  const askAgain = useEffectEvent(ask)
  useEffect(() => (isRepeated ? repeatWhileShown(askAgain, refreshEveryMs) : undefined), [isRepeated])
  if (!may) return null
  return (
    <>
      <Switch
        size="xs"
        label={t('Refresh every minute')}
        checked={isRepeated}
        onChange={(event) => setRepeated(event.currentTarget.checked)}
      />
      <Button leftSection={<IconDownload size={15} />} loading={isRunning} onClick={ask}>
        {t('Fetch settings')}
      </Button>
    </>
  )
}

/** Hash and age of the values, and what became of the last fetch, in the words of spec section 8. */
function Standing({ config: { reading, reported_hash, is_current, fetch } }: { config: HardwareConfig }) {
  const { dateTime } = useFormat()
  const trouble = fetchTrouble(fetch, useMoment(fetchDeadline(fetch)))
  return (
    <>
      {trouble !== null && (
        <NoticeBar isBox icon={<IconDownload size={16} aria-hidden />}>
          {trouble}
        </NoticeBar>
      )}
      {reading !== null && !is_current && (
        <NoticeBar isBox icon={<IconAdjustments size={16} aria-hidden />}>
          {t('The hardware reports the config hash {{hash}}: fetch the settings before you change them.', {
            hash: reported_hash ?? '–',
          })}
        </NoticeBar>
      )}
      {reading !== null && (
        <p className={classes.lead}>
          {t('Config hash')} <CopyableId id={reading.config_hash} isMono /> ·{' '}
          {t('confirmed {{time}}', { time: dateTime(reading.confirmed_at) })}
        </p>
      )}
    </>
  )
}

const columnWords: Record<ConfigColumn, string> = {
  range: 'Range',
  default: 'Default',
  restart: 'Restart',
  key: 'Key',
}

interface ColumnChoiceProps {
  columns: readonly ConfigColumn[]
  onColumns: (columns: readonly ConfigColumn[]) => void
}

const ColumnChoice = ({ columns, onColumns }: ColumnChoiceProps) => (
  <Popover position="bottom-end" withinPortal>
    <Popover.Target>
      <Button leftSection={<IconAdjustments size={15} />}>{t('Configure view')}</Button>
    </Popover.Target>
    <Popover.Dropdown>
      <div className={classes.choice} role="group" aria-label={t('Columns')}>
        {configColumns.map((column) => (
          <Checkbox
            key={column}
            label={t(columnWords[column])}
            checked={columns.includes(column)}
            onChange={({ currentTarget: { checked } }) =>
              onColumns(configColumns.filter((one) => (one === column ? checked : columns.includes(one))))
            }
          />
        ))}
      </div>
    </Popover.Dropdown>
  </Popover>
)
