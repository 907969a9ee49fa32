import { Loader, MultiSelect, Select } from '@mantine/core'
import type { OptionsFilter } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useClosingList } from './closing-list.ts'
import { drawOption, itemsOf, labelOf, labelsOf, listed, type Option } from './choice-fields.tsx'
import { framed, type FieldProps } from './field-frame.tsx'
import { useField } from './form-state.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

type SearchPickerProps = FieldProps & {
  /** What the server found for the text last asked for. */
  found: readonly Option[]
  /** Names of what is chosen already and not among `found`. */
  chosen: readonly Option[]
  isLoading: boolean
  onSearch: (text: string) => void
  isMany?: boolean
}

/** The server has searched already: everything it found is shown. */
const asFound: OptionsFilter = ({ options }) => options

/** One or many of more than fit into a page: typed text goes to the server. The value is the id, or a list of ids. */
export function SearchPicker({
  name,
  label,
  help,
  placeholder,
  found,
  chosen,
  isLoading,
  onSearch,
  isMany = false,
  isDisabled,
}: SearchPickerProps) {
  const [met, setMet] = useState<readonly Option[]>([])
  const { list, close } = useClosingList()
  const known = [...found, ...chosen, ...met]
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (shown) => (isMany ? labelsOf(known, shown) : labelOf(known, shown)),
  })
  const picked = isMany ? listed(value) : listed([value]).filter(Boolean)
  const names = useRef<string[]>([])
  useEffect(() => {
    names.current = known.filter((one) => picked.includes(one.value)).map((one) => one.label)
  })
  const options = [
    ...new Map(
      [...known.filter((one) => picked.includes(one.value)), ...found].map((one) => [one.value, one]),
    ).values(),
  ]
  const common = {
    ...framed({ id, label, help, error, isOptional }),
    data: itemsOf(options),
    renderOption: ({ option }: { option: { value: string } }) => drawOption(options, option.value),
    filter: asFound,
    searchable: true as const,
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear') },
    // The name of what is chosen is no question; that of another one is.
    onSearchChange: (text: string) => onSearch(names.current.includes(text) ? '' : text),
    rightSection: isLoading ? <Loader size={13} /> : undefined,
    nothingFoundMessage: isLoading ? t('Searching…') : t('Nothing matches'),
    disabled: isDisabled === true || isBusy,
    onBlur,
  }
  // Their names stay known when the next search finds others.
  const remember = (ids: readonly string[]) => {
    const chosenNow = known.filter((one) => ids.includes(one.value))
    names.current = chosenNow.map((one) => one.label)
    setMet(chosenNow)
  }
  if (isMany)
    return (
      <MultiSelect
        {...common}
        classNames={{ root: classes.chips }}
        hidePickedOptions
        placeholder={picked.length === 0 ? (placeholder ?? t('Search')) : undefined}
        value={picked}
        onChange={(ids) => (remember(ids), set(ids), close())}
        {...list}
      />
    )
  return (
    <Select
      {...common}
      placeholder={placeholder ?? t('Search')}
      value={picked[0] ?? null}
      onChange={(picking) => (remember(picking === null ? [] : [picking]), set(picking))}
    />
  )
}
