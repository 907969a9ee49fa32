import type { FormState } from '../../src/ui/form/form-state.ts'

/** A form with these values that nobody types in, for what is drawn of its fields. */
export const formState = (values: FormState['values'] = {}, more: Partial<FormState> = {}): FormState => ({
  id: 'f',
  values,
  errors: {},
  isBusy: false,
  manner: {
    language: 'en-GB',
    timeZone: 'UTC',
    firstDayOfWeek: 1,
    dayFormat: 'D MMM YYYY',
    clock: '24h',
    country: 'EE',
  },
  isChanged: () => false,
  set: () => undefined,
  leave: () => undefined,
  register: () => undefined,
  unregister: () => undefined,
  ...more,
})
