import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChangedFields } from '../ui/details/changed-fields.tsx'
import { ApiError } from '../http/api-error.ts'
import { nothing } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'

interface Versioned {
  version: number
}

/** A field that a question is decided by, and how it is said. */
export interface ShownField<Thing> {
  label: string
  of: (thing: Thing) => string | null
}

interface Meanwhile {
  /** To be sent: of what the person saw last. */
  version: number
  /** For the failure of the call: a 412 asks for the present state and shows what changed. */
  onRefused: (error: unknown) => void
  /** Stands in the question; null while nobody was faster. */
  notice: ReactNode
}

/**
 * A question about one thing (delete it? move it?) sends the version that it shows. When somebody was faster (412), what they
 * changed stands in the question, and the next answer is about that. A form shows both versions by itself (`ContractForm`).
 */
export function useChangedMeanwhile<Thing extends Versioned>(
  shown: Thing,
  fresh: () => Promise<Thing>,
  fields: readonly ShownField<Thing>[],
): Meanwhile {
  const [met, setMet] = useState<{ before: Thing; now: Thing } | null>(null)
  const seen = met !== null && met.now.version > shown.version ? met.now : shown
  return {
    version: seen.version,
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return
      void fresh().then(
        (now) => setMet({ before: seen, now }),
        () => undefined,
      )
    },
    notice: met && <Notice changes={changesBetween(met.before, met.now, fields)} />,
  }
}

/** Exported for its test. */
export const changesBetween = <Thing,>(before: Thing, now: Thing, fields: readonly ShownField<Thing>[]) =>
  fields
    .map(({ label, of }) => ({ label: t(label), before: of(before) || nothing, now: of(now) || nothing }))
    .filter((change) => change.before !== change.now)

const Notice = ({ changes }: { changes: ReturnType<typeof changesBetween> }) => (
  <ChangedFields
    words={
      changes.length === 0
        ? t('Someone else changed something, but nothing shown here. Confirm again.')
        : t('Someone else changed this. Review it and confirm again.')
    }
    changes={changes}
  />
)
