import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { pushErrors } from '../shell/messages.ts'

/** What we use of the browser's speech recognition, which TypeScript does not describe. */
interface Recognizer {
  lang: string
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
  abort: () => void
}
type RecognizerClass = new () => Recognizer

declare global {
  interface Window {
    SpeechRecognition?: RecognizerClass
    webkitSpeechRecognition?: RecognizerClass
  }
}

/** Chromium and Safari still know it by its old name. */
function recognizerClass(): RecognizerClass | undefined {
  return window.SpeechRecognition ?? window.webkitSpeechRecognition
}

export const canListen = (): boolean => recognizerClass() !== undefined

/** A silent person, or one who stops the recognition, needs no message. */
const quietErrors: readonly string[] = ['no-speech', 'aborted']
const isRefused = (error: string): boolean => error === 'not-allowed' || error === 'service-not-allowed'

/** Listens until the person stops or falls silent; what was said is handed over once. */
export function useSpeech(onText: (said: string) => void) {
  const [isListening, setListening] = useState(false)
  const recognizer = useRef<Recognizer | null>(null)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => () => recognizer.current?.abort(), [])
  function start(): void {
    const Class = recognizerClass()
    if (Class === undefined) return
    const listening = new Class()
    listening.lang = navigator.language
    listening.onresult = ({ results }) => {
      const said = Array.from(results, (result) => result[0]?.transcript ?? '')
        .join(' ')
        .trim()
      if (said !== '') latest.current(said)
    }
    listening.onerror = ({ error }) => {
      if (quietErrors.includes(error)) return
      const text = isRefused(error)
        ? t('Accessing microphone failed, check microphone permissions')
        : t('Speech was not recognized, type the text instead')
      pushErrors([{ text, group: 'speech' }])
    }
    listening.onend = () => setListening(false)
    recognizer.current = listening
    setListening(true)
    listening.start()
  }
  return { isListening, start, stop: () => recognizer.current?.stop() }
}
