namespace Accelerator.Ftp.Listings;

/// <summary>The form in which a server writes its listings.</summary>
public enum ListingForm
{
    /// <summary>MLSD's facts (RFC 3659 section 7).</summary>
    Facts,

    /// <summary>Like <c>ls -l</c>, or nearly: most servers, IIS if configured, NetWare.</summary>
    Unix,

    /// <summary>Like <c>dir</c>: IIS.</summary>
    Dos,

    /// <summary>Easily Parsed LIST Format.</summary>
    Eplf,

    /// <summary>OpenVMS: MultiNet, TCPware, UCX.</summary>
    Vms,

    /// <summary>IBM i, formerly OS/400.</summary>
    Os400,

    /// <summary>z/OS, formerly MVS: data sets, and members of one.</summary>
    Mvs,

    /// <summary>IBM z/VM: files of a minidisk.</summary>
    Vm,

    /// <summary>OS/2.</summary>
    Os2,

    /// <summary>HP NonStop Guardian.</summary>
    NonStop,

    /// <summary>The name first: SuperTCP, NetManage Chameleon, Nortel's wfFtp.</summary>
    NameFirst,

    /// <summary>The size first: PC/TCP, VxWorks.</summary>
    SizeFirst,

    /// <summary>Bull GCOS 8.</summary>
    Gcos8,

    /// <summary>TOPS-20.</summary>
    Tops20,

    /// <summary><c>/bin/dls</c>: names with descriptions.</summary>
    Dls,

    /// <summary>NLST: one name per line.</summary>
    Names,
}
