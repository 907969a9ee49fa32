import { IconCategory, IconCpu } from '@tabler/icons-react'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { Template, templates } from '@wheelhouse/contract/templates/templates.ts'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedValues } from '../../lists/linked-values.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { templatesAddress } from './templates-search.ts'

const TemplatePanel = lazyComponent(() => import('./template-panel.tsx').then((module) => module.TemplatePanel))

const columns: readonly ListColumn<typeof templates>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'firmware_name',
    header: 'Firmware',
    cell: ({ firmware_name }) => <span className="mono">{firmware_name}</span>,
    width: 140,
  },
  { id: 'device_type', header: 'Type', cell: ({ device_type }) => deviceTypeWord(device_type), width: 110 },
  { id: 'params', header: 'Parameters', cell: ({ params }) => <span>{params.length}</span>, width: 100, align: 'end' },
  { id: 'version', header: 'Version', cell: ({ version }) => <span>{version}</span>, width: 80, align: 'end' },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_name: name }) => (name === null ? <Nothing /> : <DimCell>{name}</DimCell>),
    width: 180,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 260 },
  {
    id: 'updated_by_name',
    header: 'Updated by',
    cell: ({ updated_by_name: name }) => (name === null ? <Nothing /> : <DimCell>{name}</DimCell>),
    width: 150,
  },
  { id: 'updated_at', header: 'Updated', cell: ({ updated_at }) => <RelativeTime at={updated_at} />, width: 110 },
]

const card = (template: Template) => (
  <RowCard
    title={template.name}
    trailing={<span className="mono">{template.firmware_name}</span>}
    facts={<span>{deviceTypeWord(template.device_type)}</span>}
  >
    {template.description}
  </RowCard>
)

/** Sets of values for hardware with one firmware name. They are made from a piece of hardware, on its page. */
export function TemplatesScreen({ search, onSearch }: ListScreenProps<typeof templatesAddress>) {
  const firmware = useLinkedValues(
    { label: t('Firmware'), icon: IconCpu },
    search.firmware_name,
    search.firmware_name_not,
  )
  return (
    <>
      <ListPage
        address={templatesAddress}
        search={search}
        onSearch={onSearch}
        title={t('Templates')}
        columns={columns}
        card={card}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        filters={{
          device_type: chip(t('Type'), IconCategory, deviceTypeLabels),
          // One looks for them by the search field: there are as many as kinds of hardware.
          firmware_name: firmware,
          id: null,
          updated_at: ageChip(t('Updated')),
        }}
        find={t('Name, description or firmware')}
        words={{
          noMatch: t('No template matches'),
          noData: t('No templates yet'),
          whyNoData: t('Open a piece of hardware, fetch its configuration and save it as a template.'),
        }}
      />
      {search.open !== undefined && (
        <TemplatePanel key={search.open} id={search.open} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}
