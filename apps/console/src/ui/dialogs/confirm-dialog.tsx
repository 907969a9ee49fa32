import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyDialog } from '../base/lazy.tsx'

export type ConfirmAnswer = { reason: string | null; comment: string }

export type ConfirmComment = {
  label: string
  minLength: number
  maxLength: number
  isRequired: boolean
  /** Instead of what is said by default of a text that is empty or too short. */
  tooShort?: string
  lastOnes?: readonly string[]
  placeholder?: string
}

export type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: (answer: ConfirmAnswer) => void
  icon?: TablerIcon
  /** The question, with the code: "Make 104217 obsolete?" */
  title: string
  /** What happens and to how many. */
  children?: ReactNode
  /** Verbs, never Yes and No. */
  confirmLabel: string
  keepLabel: string
  /** Red only for what cannot be undone. */
  isDanger?: boolean
  isBusy?: boolean
  /** With `required`, which asks for a choice, nothing is chosen at first. */
  reason?: { label: string; options: readonly { value: string; label: string }[]; required?: string }
  comment?: ConfirmComment
  /** Above `from` things the person has to type their number before the action starts. */
  count?: { of: number; from: number }
  /** Of the server, in the catalogue's words; the dialog stays. */
  error?: string | null
}

/** Focus starts on the harmless button; the dialog keeps what was typed until it is closed. */
export const ConfirmDialog = lazyDialog(() => import('./question.tsx').then((module) => module.QuestionDialog))
