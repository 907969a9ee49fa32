/** Whether a field of an event is an amount of money in minor units. The event holds its `currency` beside it. */
export const isAmount = (field: string): boolean => field === 'fee' || field === 'cost' || field.endsWith('_minor')
