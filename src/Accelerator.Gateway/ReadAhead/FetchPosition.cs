namespace Accelerator.Gateway.ReadAhead;

/// <summary>How far clients have come in one order of a folder's files. Pure.</summary>
/// <param name="count">The number of files.</param>
/// <param name="isExpected">Whether the clients are expected to begin with the first file and follow the order.</param>
internal sealed class FetchPosition(int count, bool isExpected)
{
    // A client may leave out files that it already has.
    private const int MostLeftOut = 32;

    // Clients that share a folder (lftp -P) are that far apart.
    private const int MostBehind = 16;

    private int _last = -1;
    private int _inOrder = isExpected ? 2 : 0;

    /// <summary>Whether two files were requested in this order, and no other since.</summary>
    public bool IsFollowed => _inOrder >= 2;

    /// <summary>Whether the order was followed to its end.</summary>
    public bool IsFinished => IsFollowed && _last == count - 1;

    /// <summary>The index of the file that is expected next.</summary>
    public int Next => _last + 1;

    /// <summary>Records a request for the file with this index. Several requests for the same file count once.</summary>
    public void Note(int index)
    {
        if (index == _last || (index < _last && _last - index <= MostBehind)) return;
        var follows = index > _last && index - _last <= MostLeftOut;
        _inOrder = follows ? _inOrder + 1 : 1;
        _last = index;
    }
}
