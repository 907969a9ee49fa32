import { TextInput } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { framed, type FieldProps } from './field-frame.tsx'
import { useField, useForm } from './form-state.ts'
import { t } from '../base/translate.ts'

type Phones = typeof import('libphonenumber-js/min')

let loading: Promise<Phones> | null = null
/** 80 kB of numbering plans, only where a number is typed. */
const loadPhones = (): Promise<Phones> => (loading ??= import('libphonenumber-js/min'))

/** Typed any way, kept as E.164; without a prefix it is one of the person's own country. */
export function PhoneField({ name, label, help, placeholder, isDisabled }: FieldProps) {
  const { manner } = useForm()
  const [phones, setPhones] = useState<Phones | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => void loadPhones().then(setPhones, () => undefined), [])
  const { country } = manner
  const read = (text: string) =>
    phones?.parsePhoneNumberFromString(text, phones.isSupportedCountry(country) ? country : undefined)
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    // Spec section 5: search inputs.
    check: (text) =>
      typeof text === 'string' && text !== '' && phones !== null && read(text)?.isValid() !== true
        ? t('Invalid phone number')
        : undefined,
  })
  const kept = typeof value === 'string' ? value : ''
  return (
    <TextInput
      {...framed({ id, label, help, error, isOptional })}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder={placeholder ?? '+372 5123 4567'}
      leftSection={<IconPhone size={15} aria-hidden />}
      value={typed ?? read(kept)?.formatInternational() ?? kept}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const number = read(text)
        set(number?.isValid() === true ? number.number : text.trim())
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
