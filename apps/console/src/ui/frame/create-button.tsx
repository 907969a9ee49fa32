import { IconPlus } from '@tabler/icons-react'
import type { Ref } from 'react'
import { Button } from '../base/button.tsx'
import { usePhone } from './app-frame.tsx'

interface CreateButtonProps {
  /** "New location": also what a screen reader says of the plus on a phone. */
  label: string
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The one filled button of a list's head, always with a plus; on a phone the plus alone. */
export function CreateButton({ label, onClick, ref }: CreateButtonProps) {
  const isPhone = usePhone()
  if (isPhone)
    return (
      <Button ref={ref} variant="filled" style={onlyPlus} aria-label={label} onClick={onClick}>
        <IconPlus size={22} aria-hidden />
      </Button>
    )
  return (
    <Button ref={ref} variant="filled" leftSection={<IconPlus size={15} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}

const onlyPlus = { paddingInline: 10 }
