import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { recognise } from '@wheelhouse/contract/find-user/recognise.ts'
import type { Recognised, RfidFormat } from '@wheelhouse/contract/find-user/recognise.ts'
import { call } from '../../api/api.ts'
import { notLoaded } from '../../http/api-error.ts'

type Phones = typeof import('libphonenumber-js/min')
let loading: Promise<Phones> | null = null
/** 80 kB of numbering plans, only on this screen. */
const loadPhones = (): Promise<Phones> => (loading ??= import('libphonenumber-js/min'))

/** What the text may mean, as the server will read it; a phone number counts as one until its plan has come. */
export function useRecognised(text: string, rfidFormat: RfidFormat): Recognised {
  const [phones, setPhones] = useState<Phones | null>(null)
  useEffect(() => void loadPhones().then(setPhones, () => undefined), [])
  const phoneOf = (typed: string): string | null => {
    if (phones === null) return typed
    const number = phones.parsePhoneNumberFromString(typed.replace(/^00/, '+'))
    return number?.isValid() === true ? number.number : null
  }
  return recognise(text, { phoneOf, rfidFormat })
}

/** Results name people: they stay as long as one goes back and forth between them and their pages. */
const keptMs = 300_000

/** What was looked for last in this tab: the way back from a user leads to the same results. It is in no address. */
let last = ''
export const lastLookUp = (): string => last

/** Each look-up leaves an event, so it is asked for once and never again by itself. */
export function useLookUp(text: string, rfidFormat: RfidFormat) {
  useEffect(() => {
    last = text
  }, [text])
  const lookUp = useQuery({
    queryKey: ['look-up', text, rfidFormat],
    queryFn: ({ signal }) => call(findUsers, { body: { q: text, rfid_format: rfidFormat } }, { signal }),
    enabled: text !== '',
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: {},
  })
  // Without a network it would wait for one without a word.
  if (lookUp.fetchStatus === 'paused') return { ...lookUp, data: undefined, error: notLoaded() }
  return lookUp.isFetching ? { ...lookUp, data: undefined, error: null } : lookUp
}
