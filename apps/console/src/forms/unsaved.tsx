import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useAskBeforeClosing, useInDialog } from '../ui/dialogs/dialog-closing.ts'
import { FootQuestion } from '../ui/form/form-parts.tsx'
import { t } from '../i18n/i18n.ts'
import { session } from '../session/session.ts'

interface Leaving {
  go(): void
  stay(): void
}

export interface Unsaved {
  /** Set while the question is open. */
  leaving: Leaving | null
  /** Leaves at once when nothing would be lost, else asks first. */
  ask(go: () => void): void
  /** Saved or given up: the next step asks nothing, until something is typed again. */
  release(): void
}

/** The way to the sign-in is no leaving: the draft waits in the tab. */
const isSignIn = (path: string): boolean => path === '/login'

/** Links, back, reload and closing ask before input is lost; nothing asks when there is none. */
export function useUnsaved(isDirty: boolean, onLeave: () => void): Unsaved {
  const isReleased = useRef(false)
  const [asked, setAsked] = useState<Leaving | null>(null)
  useEffect(() => {
    if (!isDirty) isReleased.current = false
  }, [isDirty])
  const isHeld = (): boolean => isDirty && !isReleased.current
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isHeld() &&
      !isSignIn(next.pathname) &&
      (current.pathname !== next.pathname || !sameSearch(current.search, next.search)),
    enableBeforeUnload: () => isHeld() && session.isAuthenticated(),
    withResolver: true,
  })
  const release = (): void => {
    isReleased.current = true
  }
  const ask = (go: () => void): void => {
    if (!isHeld()) return go()
    setAsked({ go, stay: () => undefined })
  }
  useAskBeforeClosing(ask)
  const open = blocker.status === 'blocked' ? { go: blocker.proceed, stay: blocker.reset } : asked
  const leaving = open && {
    go: () => {
      release()
      onLeave()
      setAsked(null)
      open.go()
    },
    stay: () => {
      setAsked(null)
      open.stay()
    },
  }
  return { leaving, ask, release }
}

const sameSearch = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const questionOf = (changes: number): string =>
  changes === 1 ? t('Discard 1 change?') : t('Discard {{count}} changes?', { count: changes })

/** The question of a form on a page: a dialog. In a dialog it takes the place of the foot (`LeaveInPlace`). */
export function LeaveDialog({ leaving, changes }: { leaving: Leaving | null; changes: number }) {
  return (
    <ConfirmDialog
      opened={leaving !== null}
      title={questionOf(changes)}
      confirmLabel={t('Discard')}
      keepLabel={t('Keep editing')}
      isDanger
      onClose={() => leaving?.stay()}
      onConfirm={() => leaving?.go()}
    >
      <p>{t('Your changes have not been saved.')}</p>
    </ConfirmDialog>
  )
}

export function LeaveInPlace({ leaving, changes }: { leaving: Leaving; changes: number }) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <FootQuestion question={questionOf(changes)}>
      <Button ref={stay} onClick={leaving.stay}>
        {t('Keep editing')}
      </Button>
      <Button variant="filled" color="red" onClick={leaving.go}>
        {t('Discard')}
      </Button>
    </FootQuestion>
  )
}

/** The buttons of a form that is no `ContractForm`. In a dialog the question replaces them, on a page it opens a dialog. */
export function UnsavedFoot({
  unsaved: { leaving },
  changes,
  children,
}: {
  unsaved: Unsaved
  changes: number
  children: ReactNode
}) {
  const isInDialog = useInDialog()
  if (isInDialog && leaving !== null) return <LeaveInPlace leaving={leaving} changes={changes} />
  return (
    <>
      {children}
      {!isInDialog && <LeaveDialog leaving={leaving} changes={changes} />}
    </>
  )
}
