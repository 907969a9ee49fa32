import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { useUser } from '../stores/user-store.ts'
import { DraftNotice } from '../ui/form/form-parts.tsx'
import type { FormValues } from '../ui/form/form-state.ts'
import { drafts } from './contract-form-state.ts'
import { draftKey } from './drafts.ts'
import type { Draft } from './drafts.ts'

interface TypedDraft {
  /** What a former visit left, until it is restored, forgotten or typed over. */
  offered: Draft | null
  /** Null when nothing is typed. Whatever is secret must not be among the values. */
  keep: (values: FormValues | null) => void
  forget: () => void
}

/**
 * The draft of a form that is no `ContractForm`, such as a pasted list: it survives an expired sign-in and a reload. `address`
 * names the call and the thing. Without a person nothing is kept.
 */
export function useTypedDraft(method: string, address: string): TypedDraft {
  const person = useUser(({ subId }) => subId)
  const key = person && draftKey(person, method, address)
  const [offered, setOffered] = useState(() => (key === null ? null : drafts.find(key)))
  const forget = (): void => {
    setOffered(null)
    if (key !== null) drafts.forget(key)
  }
  return {
    offered,
    forget,
    keep: (values) => {
      if (values === null) return forget()
      setOffered(null)
      if (key !== null) drafts.keep(key, { values, base: {}, version: null, kept_at: new Date().toISOString() })
    },
  }
}

/** Offers the draft; `onRestore` puts its values into the fields and keeps them. */
export function TypedDraftNotice({ draft, onRestore }: { draft: TypedDraft; onRestore: (values: FormValues) => void }) {
  const { dateTime } = useFormat()
  const { offered } = draft
  if (offered === null) return null
  return (
    <DraftNotice
      words={t('Your input from {{time}} is kept. It is not saved yet.', { time: dateTime(offered.kept_at) })}
      onRestore={() => onRestore(offered.values)}
      onDiscard={draft.forget}
    />
  )
}
