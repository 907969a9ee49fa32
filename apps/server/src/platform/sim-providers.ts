import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { controlCenter } from './sim-control-center.ts'
import { simulatedSims } from './sim-simulated.ts'
import type { SimProvider } from './sims.ts'

/** The provider that the settings choose (`SIM_PROVIDER`). It keeps nothing, so that each job may open it. */
export const openSims = ({ sims }: Pick<Config, 'sims'>, clock: Clock): SimProvider =>
  sims.provider === 'control_center' ? controlCenter(sims) : simulatedSims(clock)
