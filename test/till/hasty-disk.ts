import {type Disk, nodeDisk} from '../../store/disk.js';

/** The machine's disk without its syncs, of which thousands take as long as the disk likes. */
export const hastyDisk: Disk = {
  ...nodeDisk,
  open: async (path, mode) => ({...(await nodeDisk.open(path, mode)), datasync: async () => undefined}),
};
