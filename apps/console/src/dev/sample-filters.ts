import { IconCircleHalf2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'

const choices = (words: string) => words.split(' ').map((value) => ({ value, label: value.replace('_', ' ') }))
const is = [{ value: 'is', label: 'is' }]
const isNot = [{ value: 'not', label: 'is not' }]
const anyAll = [
  { value: 'any', label: 'any of' },
  { value: 'all', label: 'all of' },
]

type SampleFilter = Omit<Filter, 'onChange'>

const first: readonly SampleFilter[] = [
  {
    id: 'tags',
    label: 'Tags',
    operators: anyAll,
    operator: 'any',
    choices: choices('ee no us transit retail campus workplace airport lockers'),
    selected: ['ee', 'no', 'us'],
  },
  {
    id: 'organization',
    label: 'Organization',
    operators: is,
    operator: 'is',
    choices: choices('a b c d'),
    selected: ['a', 'b', 'c', 'd'],
  },
  {
    id: 'status',
    label: 'Status',
    operators: isNot,
    operator: 'not',
    choices: choices('In_house In_delivery Launched Maintenance'),
    selected: ['In_house'],
  },
  {
    id: 'health',
    label: 'Health',
    icon: IconCircleHalf2,
    isOffered: true,
    operators: is,
    operator: 'is',
    choices: choices('online offline unknown'),
    selected: [],
  },
  { id: 'type', label: 'Type', operators: is, operator: 'is', choices: choices('bikes scooters'), selected: [] },
]

export function useSampleFilters(): Filter[] {
  const [filters, setFilters] = useState(first)
  return filters.map((filter) => ({
    ...filter,
    onChange: (change) => setFilters(filters.map((each) => (each.id === filter.id ? { ...each, ...change } : each))),
  }))
}
