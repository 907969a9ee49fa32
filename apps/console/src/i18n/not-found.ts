import { t } from './i18n.ts'

/** The one sentence for what does not exist and for what the reader may not see, so that neither tells which it is. */
export const notFoundText = (thing: string): string =>
  t('This {{thing}} does not exist, or you do not have access to it.', { thing })
