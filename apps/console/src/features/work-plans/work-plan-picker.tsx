import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { listLogTemplates } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { framed } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'

/** Templates of a location: one tap fills the form of a new entry in, and everything can still be changed. */
export function TemplatePicker({ locationId }: { locationId: string }) {
  const form = useForm()
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data = [], isPending } = useQuery(
    read(listLogTemplates, { params: { location_id: locationId } }, { isQuiet: true }),
  )
  // It keeps its place while it loads, so that nothing moves under a finger.
  if (data.length === 0 && !isPending) return null
  const pick = (picked: string | null): void => {
    const template = data.find((one) => one.id === picked)
    if (template === undefined) return
    setChosen(picked)
    const { description, type, priority, resource } = template
    form.set({ description, type, priority, resource })
  }
  return (
    <Select
      {...framed({ id, label: t('Template') })}
      placeholder={t('Choose a template')}
      data={data.map((one) => ({ value: one.id, label: one.name }))}
      value={chosen}
      disabled={isPending}
      searchable={data.length > 7}
      allowDeselect={false}
      openOnFocus={false}
      withScrollArea={false}
      nothingFoundMessage={t('Nothing matches')}
      onChange={pick}
    />
  )
}
