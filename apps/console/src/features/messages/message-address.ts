import { userMessages } from '@wheelhouse/contract/messages/messages.ts'
import { panelAddress } from '../../lists/list-address.ts'

/** The filter of a panel of messages, which shares the address with its page. */
export const messageAddress = panelAddress(userMessages, 'message_', [])
export type MessageSearch = ReturnType<typeof messageAddress.into>
