import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { lastLogTexts } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LastLogTexts } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { CommentChips } from '../../ui/dialogs/comment-chips.tsx'
import { UnderField } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { canListen, useSpeech } from '../../forms/speech.ts'

interface QuickTextProps {
  /** The field of the form that is filled. */
  field: string
  /** Which of the caller's own words are offered. */
  of: keyof LastLogTexts
}

/** Fills a text in gloves: with what the person says, or with what they wrote last. */
export function QuickText({ field, of }: QuickTextProps) {
  const { set, values } = useForm()
  const { data } = useQuery(read(lastLogTexts, {}, { isQuiet: true }))
  const written = typeof values[field] === 'string' ? values[field].trim() : ''
  return (
    <UnderField>
      {canListen() && <SpeakButton onText={(said) => set({ [field]: written === '' ? said : `${written} ${said}` })} />}
      <CommentChips comments={data?.[of] ?? []} onPick={(text) => set({ [field]: text })} />
    </UnderField>
  )
}

function SpeakButton({ onText }: { onText: (said: string) => void }) {
  const { isListening, start, stop } = useSpeech(onText)
  return (
    <Button
      aria-pressed={isListening}
      color={isListening ? 'red' : undefined}
      leftSection={
        isListening ? <IconPlayerStopFilled size={15} aria-hidden /> : <IconMicrophone size={15} aria-hidden />
      }
      onClick={isListening ? stop : start}
    >
      {isListening ? t('Stop') : t('Speak')}
    </Button>
  )
}
