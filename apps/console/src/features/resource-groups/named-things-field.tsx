import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAllowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { listDashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { listFleets } from '@wheelhouse/contract/fleets/fleets.ts'
import { listPublicAreas } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { listReminderGroups } from '@wheelhouse/contract/reminders/reminders.ts'
import { listReports } from '@wheelhouse/contract/reports/reports.ts'
import type { MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { listSubscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { call } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import type { Option } from '../../ui/form/choice-fields.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

interface Asked {
  limit: number
  q?: string
}
const named = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })

/** Kinds that need no picker of their own elsewhere: found by name, a report by its description. */
const sources = {
  rental_fleet: {
    route: listFleets,
    find: async (query: Asked) => (await call(listFleets, { query })).items.map(named),
  },
  subscription: {
    route: listSubscriptions,
    find: async (query: Asked) => (await call(listSubscriptions, { query })).items.map(named),
  },
  whitelist: {
    route: listAllowlists,
    find: async (query: Asked) => (await call(listAllowlists, { query })).items.map(named),
  },
  public_area: {
    route: listPublicAreas,
    find: async (query: Asked) => (await call(listPublicAreas, { query })).items.map(named),
  },
  reminders: {
    route: listReminderGroups,
    find: async (query: Asked) => (await call(listReminderGroups, { query })).items.map(named),
  },
  dashboards: {
    route: listDashboards,
    find: async (query: Asked) => (await call(listDashboards, { query })).items.map(named),
  },
  report: {
    route: listReports,
    find: async (query: Asked) =>
      (await call(listReports, { query })).items.map(({ id, description }) => ({ value: id, label: description })),
  },
} as const satisfies Partial<Record<MemberType, object>>

const pauseMs = 200
const shown = 20

/** A field of a form: several things of one kind. Its value is a list of ids. */
export function NamedThingsField({ kind, ...field }: FieldProps & { kind: keyof typeof sources }) {
  const { route, find } = sources[kind]
  const may = useCanCall(route)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const { data, isFetching } = useQuery({
    queryKey: [route.path, 'to-add', asked],
    queryFn: () => find({ limit: shown, ...(asked === '' ? {} : { q: asked }) }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  return (
    <SearchPicker
      {...field}
      help={may ? field.help : t('You have no permission to see these.')}
      isDisabled={field.isDisabled === true || !may}
      isMany
      found={data ?? []}
      chosen={[]}
      isLoading={may && (isFetching || text.trim() !== asked)}
      onSearch={setText}
    />
  )
}
