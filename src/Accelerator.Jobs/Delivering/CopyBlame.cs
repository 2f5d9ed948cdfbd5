namespace Accelerator.Jobs.Delivering;

/// <summary>Why a file did not get from one server to the other.</summary>
public enum CopyBlame
{
    /// <summary>It lies with the file, or nobody can tell.</summary>
    File,

    /// <summary>The server that has the files.</summary>
    Source,

    /// <summary>The server that is to get them.</summary>
    Destination,

    /// <summary>What one of the two is set to, or whoever logs in there may do: other files would meet the same.</summary>
    Terms,

    /// <summary>Both servers answer, and data does not get from one to the other.</summary>
    Path,
}
