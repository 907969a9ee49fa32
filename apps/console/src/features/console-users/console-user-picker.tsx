import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getConsoleUser, listConsoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

interface ConsoleUserSelectProps {
  label: string
  placeholder?: string
  /** Who is chosen now; without it the field stays empty and starts something with each choice. */
  value?: string | undefined
  isLabelled?: boolean
  onChoose: (person: { id: string; name: string }) => void
}

const pauseMs = 200
/** An address cannot be made without an id, even for a question that is not asked. */
const nobody = '-'

/** A person of the console, found by name or email; the server searches. */
export function ConsoleUserSelect({ label, placeholder, value, isLabelled, onChoose }: ConsoleUserSelectProps) {
  const may = useCanCall(listConsoleUsers)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const query = { limit: 20, ...(asked === '' ? {} : { q: asked }) }
  const { data } = useQuery({
    ...read(listConsoleUsers, { query }, { isQuiet: true }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const { data: chosen } = useQuery({
    ...read(getConsoleUser, { params: { console_user_id: value ?? nobody } }, { isQuiet: true }),
    enabled: may && value !== undefined,
  })
  const found = data?.items ?? []
  const people = chosen && found.every(({ id }) => id !== chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      label={isLabelled ? label : undefined}
      aria-label={label}
      placeholder={placeholder ?? t('Name or email')}
      data={people.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
      filter={({ options }) => options}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('Nobody matches')}
      disabled={!may}
      value={value ?? null}
      onSearchChange={(next) => setText(people.some(({ name, email }) => next === `${name}, ${email}`) ? '' : next)}
      onChange={(id) => {
        const person = people.find((one) => one.id === id)
        if (person) onChoose({ id: person.id, name: person.name })
      }}
    />
  )
}

/** A field of a form for several people. Its value is a list of ids. */
export function ConsoleUserField({ isMany = true, ...field }: FieldProps & { isMany?: boolean }) {
  const may = useCanCall(listConsoleUsers)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const query = { limit: 20, ...(asked === '' ? {} : { q: asked }) }
  const { data, isFetching } = useQuery({
    ...read(listConsoleUsers, { query }, { isQuiet: true }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const found = (data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name, detail: email }))
  return (
    <SearchPicker
      {...field}
      placeholder={t('Name or email')}
      isMany={isMany}
      found={found}
      chosen={[]}
      isLoading={isFetching}
      isDisabled={!may}
      onSearch={setText}
    />
  )
}
