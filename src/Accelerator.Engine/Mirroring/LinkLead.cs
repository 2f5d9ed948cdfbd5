using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>Where a link leads.</summary>
/// <param name="Kind">To what.</param>
/// <param name="Size">Bytes of the file as listed; null where none are told.</param>
/// <param name="Time">Its time as listed; null where none is told.</param>
internal readonly record struct LinkLead(LinkLeadKind Kind, long? Size = null, ListingTime? Time = null);
