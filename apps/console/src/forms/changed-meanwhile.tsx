import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChangedFields } from '../ui/details/changed-fields.tsx'
import { ApiError } from '../http/api-error.ts'
import { nothing } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'

interface Versioned {
  version: number
}

/** A field that matters for the decision, with its label. */
export interface ShownField<Thing> {
  label: string
  of: (thing: Thing) => string | null
}

interface Meanwhile {
  /** To be sent: of what the person saw last. */
  version: number
  /** For the failure of the call: a 412 asks for the present state and shows what changed. */
  onRefused: (error: unknown) => void
  /** The notice to show in the question; null unless someone else has changed the thing. */
  notice: ReactNode
}

/**
 * A question about one thing (delete it? move it?) sends the version that it shows. When someone else has changed the thing
 * (412), the question shows their changes, and the next answer is about the new version. Forms do not need this, because
 * `ContractForm` shows both versions.
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
