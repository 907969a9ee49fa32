import { useState } from 'react'

/** The list of a field with several choices closes with each of them: it would cover the buttons below the field. */
export function useClosingList() {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return { list: { dropdownOpened: isOpen, onDropdownOpen: () => setOpen(true), onDropdownClose: close }, close }
}
