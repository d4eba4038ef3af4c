"""Whether a bank's records agree with themselves, with its rules and with its clock."""

from bankenv.integrity.customers import ids_of, record_faults

__all__ = ["ids_of", "record_faults"]
