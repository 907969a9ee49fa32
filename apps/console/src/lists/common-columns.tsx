import { Day } from '../i18n/day-text.tsx'
import { CopyableId } from '../ui/details/copyable-id.tsx'

// Columns that most lists have. One that differs says only how: `{ ...updatedColumn, isHiddenAtFirst: true }`.

export const idColumn = {
  id: 'id',
  header: 'ID',
  cell: ({ id }: { id: string }) => <CopyableId id={id} isMono />,
  width: 290,
  isHiddenAtFirst: true,
} as const

export const createdColumn = {
  id: 'created_at',
  header: 'Created',
  cell: ({ created_at }: { created_at: string }) => <Day at={created_at} />,
  width: 110,
} as const

export const updatedColumn = {
  id: 'updated_at',
  header: 'Updated',
  cell: ({ updated_at }: { updated_at: string }) => <Day at={updated_at} />,
  width: 110,
} as const
