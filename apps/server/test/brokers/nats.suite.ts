import { startNatsCluster } from './broker-programs.ts'
import { describeDevices } from './device-suite.ts'

describeDevices('NATS, a cluster of three nodes', startNatsCluster)
