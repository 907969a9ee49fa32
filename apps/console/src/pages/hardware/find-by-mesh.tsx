import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { SeveralConfigButton } from '../../features/hardware-config/several-config-link.tsx'
import { hardwarePath } from '../../features/hardware/hardware-link.tsx'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { placedColumns, PlacedCard } from './placed-columns.tsx'
import { usePlacedFilters } from './placed-filters.tsx'
import { IdField } from './id-field.tsx'
import { meshAddress } from './hardware-address.ts'
import classes from './hardware-page.module.css'

const meshPattern = /^[0-9A-F]{8}$/

const card = (row: PlacedHardware) => <PlacedCard hardware={row} />
const rowHref = ({ id }: PlacedHardware): string => hardwarePath(id)

/** Spec 5: find by mesh needs a mesh ID. Shows its controller, its children and how they are. */
export function FindByMesh({ search, onSearch }: ListScreenProps<typeof meshAddress>) {
  const placed = usePlacedFilters(search)
  const mesh = search.mesh?.toUpperCase()
  if (mesh === undefined || !meshPattern.test(mesh))
    return (
      <Page title={t('Find by mesh')}>
        <MeshForm first={search.mesh ?? ''} onMesh={(found) => onSearch({ ...search, mesh: found })} />
      </Page>
    )
  return (
    <ListPage
      address={meshAddress}
      search={search}
      onSearch={onSearch}
      name="mesh"
      title={t('Mesh {{id}}', { id: `${mesh.slice(0, 4)} ${mesh.slice(4)}` })}
      query={{ mesh_id: [mesh] }}
      columns={placedColumns}
      card={card}
      rowHref={rowHref}
      actions={
        <>
          <SeveralConfigButton query={{ mesh_id: [mesh] }} />
          <Button onClick={() => onSearch({ mesh: undefined })}>{t('Another mesh')}</Button>
        </>
      }
      filters={{
        // The mesh is the page itself, and it is in one place.
        ...placed,
        organization_id: null,
        dashboard_id: null,
      }}
      find={t('ID, firmware or comment')}
      words={{
        noMatch: t('No hardware of this mesh matches'),
        noData: t('No hardware in this mesh'),
        whyNoData: t('Check the mesh ID, or your permissions.'),
      }}
    />
  )
}

function MeshForm({ first, onMesh }: { first: string; onMesh: (mesh: string) => void }) {
  const [text, setText] = useState(first)
  const [isAsked, setAsked] = useState(first !== '')
  const mesh = text.replace(/[\s:-]/g, '').toUpperCase()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (meshPattern.test(mesh)) onMesh(mesh)
  }
  return (
    <form className={classes.find} onSubmit={submit} noValidate>
      <IdField
        label={t('Mesh ID')}
        description={t('8 characters, 0–9 and A–F. It is shown on the page of each piece of hardware.')}
        placeholder="A4C1 38F0"
        value={text}
        error={isAsked && !meshPattern.test(mesh) ? t('Invalid mesh ID') : null}
        onChange={setText}
      />
      <div className={classes.start}>
        <Button type="submit" variant="filled" leftSection={<IconSearch size={15} />}>
          {t('Find')}
        </Button>
      </div>
    </form>
  )
}
