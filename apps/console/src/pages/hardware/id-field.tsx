import { TextInput } from '@mantine/core'

type IdFieldProps = {
  label: string
  description: string
  placeholder: string
  value: string
  error: string | null
  onChange: (text: string) => void
}

/** An id that is printed on hardware, typed or pasted, in groups or not. */
export const IdField = ({ onChange, ...field }: IdFieldProps) => (
  <TextInput
    {...field}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    classNames={{ input: 'mono' }}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
