using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>The target of a link.</summary>
/// <param name="Kind">The kind of target.</param>
/// <param name="Size">Bytes of the file as listed; null where not listed.</param>
/// <param name="Time">Its time as listed; null where not listed.</param>
internal readonly record struct LinkLead(LinkLeadKind Kind, long? Size = null, ListingTime? Time = null);
